/** Which keys do what, and a switch for those that are letters. */
import { Kbd, Switch, Table } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { hasLetterKeys, turnLetterKeys } from '../ui/letter-keys.ts'
import { useSay } from '../ui/words.tsx'
import { keysHelp as words } from './keys-help-texts.ts'
import { shell } from './texts.ts'

const rows = [
  { keys: ['Ctrl', 'K'], does: words.find, isLetter: false },
  { keys: ['/'], does: words.find, isLetter: true },
  { keys: ['j'], does: words.down, isLetter: true },
  { keys: ['k'], does: words.up, isLetter: true },
  { keys: ['↓', '↑'], does: words.arrows, isLetter: false },
  { keys: ['?'], does: words.help, isLetter: true },
] as const

/** Opens whenever it is asked for again. */
export function KeysHelp({ asked }: { asked: number }) {
  const say = useSay()
  const [isOpen, { open, close }] = useDisclosure()
  const [hasLetters, setLetters] = useState(hasLetterKeys)
  useEffect(() => {
    if (asked > 0) open()
  }, [asked, open])
  const turn = (isOn: boolean) => {
    turnLetterKeys(isOn)
    setLetters(isOn)
  }
  return (
    <Dialog title={say(shell.shortcuts)} isOpen={isOpen} close={close}>
      <Table mb="md">
        <Table.Tbody>
          {rows
            .filter(row => hasLetters || !row.isLetter)
            .map(({ keys, does }) => (
              <Table.Tr key={keys.join()}>
                <Table.Td>
                  {keys.map(key => (
                    <Kbd key={key} mr={4}>
                      {key}
                    </Kbd>
                  ))}
                </Table.Td>
                <Table.Td>{say(does)}</Table.Td>
              </Table.Tr>
            ))}
        </Table.Tbody>
      </Table>
      <Switch
        checked={hasLetters}
        onChange={event => turn(event.currentTarget.checked)}
        label={say(words.letters)}
        description={say(words.lettersAbout)}
      />
    </Dialog>
  )
}
