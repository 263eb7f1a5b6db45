/** The person's own settings, and those of the account for its owners. */
import { useApi, useMe } from '../../api/hooks.ts'
import { PageTitle } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { AccountSection } from './account-section.tsx'
import { AddressSection } from './address-section.tsx'
import { IdentitiesSection } from './identities-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { settings as words } from './texts.ts'
import { TwoSteps } from './two-steps.tsx'

export function SettingsPage() {
  const say = useSay()
  const me = useMe()
  const { data: doors } = useApi('signIn.get')
  // A password or a passkey of anybody else would open nothing.
  const isByProviderAlone = doors?.provider_only && !(me.operator && me.user.role === 'owner')
  return (
    <>
      <PageTitle title={say(words.title)} />
      <ProfileSection me={me} />
      {me.user.role === 'owner' && <AccountSection me={me} />}
      {me.user.has_password && <AddressSection me={me} />}
      {!isByProviderAlone && <PasswordSection hasPassword={me.user.has_password} />}
      {!isByProviderAlone && <TwoSteps isOn={me.user.totp_enabled} />}
      {!isByProviderAlone && doors?.passkeys && <PasskeysSection />}
      {doors?.provider && <IdentitiesSection />}
      <SessionsSection />
    </>
  )
}
