/** Tabs whose choice is in the address, so that it can be sent and survives a reload. */
import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFilters } from './address-filters.ts'
import { type Text, useSay } from './words.tsx'

interface Tab {
  readonly id: string
  readonly label: Text
  /** How much there asks for attention. */
  readonly mark?: { readonly n: number; readonly tone: 'bad' | 'wait' } | undefined
  /** Made only while the tab is chosen. */
  readonly content: () => ReactNode
}

/** The first is the one that is open where the address names none. */
export function AddressTabs({ tabs }: { tabs: readonly Tab[] }) {
  const say = useSay()
  const { values, set } = useFilters(['tab'])
  const first = tabs[0]!.id
  const chosen = tabs.find(({ id }) => id === values.tab) ?? tabs[0]!
  const list = useRef<HTMLDivElement>(null)
  // Where they do not all fit, the open one is to be seen.
  useEffect(() => {
    const tab = list.current?.querySelector(`[data-tab="${chosen.id}"]`)
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen.id])
  return (
    <Tabs
      value={chosen.id}
      onChange={id => set('tab', id === null || id === first ? '' : id)}
      keepMounted={false}
    >
      <Tabs.List mb="md" className="tabs" ref={list}>
        {tabs.map(({ id, label, mark }) => (
          <Tabs.Tab key={id} value={id} data-tab={id}>
            {say(label)}
            {mark && mark.n > 0 && (
              <span className="badge tab-mark" data-tone={mark.tone}>
                {mark.n}
              </span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ id, content }) => (
        <Tabs.Panel key={id} value={id}>
          {id === chosen.id && content()}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
