/** The logo of a theme: a picture of the project. */
import { Button, Group, Text } from '@mantine/core'
import { useSay } from '../../ui/words.tsx'
import { ChoosePicture } from '../files/choose-picture.tsx'
import { Thumbnail } from '../files/thumbnail.tsx'
import { theme as words } from './texts.ts'

export function LogoChoice({ id, set }: { id: string; set: (id: string) => void }) {
  const say = useSay()
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {say(words.logo)}
      </Text>
      <Group gap="sm">
        {id !== '' && <Thumbnail picture={{ id }} alt={say(words.logo)} />}
        <ChoosePicture choose={picture => set(picture.id)} />
        {id !== '' && (
          <Button variant="default" onClick={() => set('')}>
            {say(words.noLogo)}
          </Button>
        )}
      </Group>
    </div>
  )
}
