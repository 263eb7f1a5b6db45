/** Says that the server cannot be reached, for as long as it cannot; everything else stays. */
import { useSyncExternalStore } from 'react'
import { isConnectionLost, watchConnection } from '../api/connection.ts'
import { IconWifiOff } from '../ui/icons.ts'
import { useSay } from '../ui/words.tsx'
import { shell } from './texts.ts'

export function ConnectionBanner() {
  const say = useSay()
  const isLost = useSyncExternalStore(watchConnection, isConnectionLost)
  return (
    <div role="status" className="connection" data-lost={isLost}>
      {isLost && (
        <>
          <IconWifiOff size={16} aria-hidden />
          {say(shell.offline)}
        </>
      )}
    </div>
  )
}
