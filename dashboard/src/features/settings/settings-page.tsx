/** The person's own settings, and those of the account for its owners. */
import { useMe } from '../../api/hooks.ts'
import { PageTitle } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { AccountSection } from './account-section.tsx'
import { AddressSection } from './address-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { settings as words } from './texts.ts'
import { TwoSteps } from './two-steps.tsx'

export function SettingsPage() {
  const say = useSay()
  const me = useMe()
  return (
    <>
      <PageTitle title={say(words.title)} />
      <ProfileSection me={me} />
      {me.user.role === 'owner' && <AccountSection me={me} />}
      <AddressSection me={me} />
      <PasswordSection />
      <TwoSteps isOn={me.user.totp_enabled} />
      <SessionsSection />
    </>
  )
}
