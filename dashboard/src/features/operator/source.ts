/** A source address as the operator's pages have it. */
import type { Answer } from '../../api/calls.ts'

export type Source = Answer<'operator.sourceAddresses.list'>['data'][number]
