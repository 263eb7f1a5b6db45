/** All fuzz targets: every parser of bytes that strangers send. */
import { liquidTargets } from './liquid-targets.ts'
import { mailTargets } from './mail-targets.ts'
import type { Target } from './target.ts'
import { webTargets } from './web-targets.ts'
import { wireTargets } from './wire-targets.ts'

export const targets: readonly Target[] = [
  ...wireTargets,
  ...mailTargets,
  ...webTargets,
  ...liquidTargets,
]
