/** Links to where else one is found. */
import { ActionIcon, Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '../../ui/icons.ts'
import { useSay } from '../../ui/words.tsx'
import { type BlockOf, type Fault, type Network, networks, type SocialLink } from './design.ts'
import { networkNames, blockTexts as words } from './texts.ts'

interface SocialFormProps {
  readonly block: BlockOf<'social'>
  readonly set: (block: BlockOf<'social'>) => void
  readonly fault: Fault | null
}

const addresses: Readonly<Record<Network, string>> = {
  site: 'https://',
  instagram: 'https://www.instagram.com/',
  facebook: 'https://www.facebook.com/',
  linkedin: 'https://www.linkedin.com/company/',
  youtube: 'https://www.youtube.com/@',
  x: 'https://x.com/',
  whatsapp: 'https://wa.me/',
  tiktok: 'https://www.tiktok.com/@',
}

export function SocialForm({ block, set, fault }: SocialFormProps) {
  const say = useSay()
  const { links } = block
  const put = (n: number, link: SocialLink) => set({ ...block, links: links.with(n, link) })
  const free = networks.find(one => !links.some(({ network }) => network === one))
  return (
    <>
      {links.map((link, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: links have no other name, and no state of their own
        <Group key={n} gap="xs" wrap="nowrap" align="flex-start">
          <NativeSelect
            aria-label={say(words.network)}
            value={link.network}
            onChange={event => {
              const network = event.currentTarget.value as Network
              const isTyped = link.href !== addresses[link.network]
              put(n, { network, href: isTyped ? link.href : addresses[network] })
            }}
            data={networks.map(value => ({ value, label: say(networkNames[value]) }))}
            w={130}
          />
          <TextInput
            aria-label={`${say(words.href)} (${say(networkNames[link.network])})`}
            value={link.href}
            onChange={event => put(n, { ...link, href: event.currentTarget.value })}
            flex={1}
            miw={0}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={say(words.removeLink, { network: say(networkNames[link.network]) })}
            onClick={() => set({ ...block, links: links.toSpliced(n, 1) })}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      {fault?.member === 'links' && (
        <p role="alert" className="field-error">
          {fault.message}
        </p>
      )}
      {free && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={() =>
            set({ ...block, links: [...links, { network: free, href: addresses[free] }] })
          }
        >
          {say(words.addLink)}
        </Button>
      )}
    </>
  )
}
