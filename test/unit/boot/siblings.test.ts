/** What the processes of a service say to each other, and what is known where one says nothing. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createSiblings, type FromSupervisor, type ToSupervisor } from '#boot/siblings.ts'
import { standingClock } from '../../support/real-clock.ts'

/** One of three, beside a supervisor that passes on what is given. */
function begin() {
  const clock = standingClock()
  const said: ToSupervisor[] = []
  let hear: (heard: FromSupervisor) => void = () => {}
  const channel = {
    send: (one: ToSupervisor) => void said.push(one),
    onHeard(then: typeof hear) {
      hear = then
    },
  }
  const siblings = createSiblings(channel, { number: 1, count: 3 }, clock)
  return { clock, siblings, said, hear: (heard: FromSupervisor) => hear(heard) }
}

it('all have answered', async () => {
  const { siblings, hear } = begin()
  const told = siblings.ask('figures')
  hear({ kind: 'answered', id: 1, answer: 'a' })
  hear({ kind: 'passed on', id: 1, count: 2 })
  hear({ kind: 'answered', id: 1, answer: 'b' })
  assert.deepEqual(await told, { answers: ['a', 'b'], isComplete: true })
  const alone = siblings.ask('figures')
  hear({ kind: 'passed on', id: 2, count: 0 })
  assert.deepEqual(await alone, { answers: [], isComplete: true })
})

it('one that does not answer in time is missing', async () => {
  const { clock, siblings, hear } = begin()
  const told = siblings.ask('figures')
  hear({ kind: 'passed on', id: 1, count: 2 })
  hear({ kind: 'answered', id: 1, answer: 'a' })
  clock.turn(2_000)
  assert.deepEqual(await told, { answers: ['a'], isComplete: false })
  const unheard = siblings.ask('figures')
  clock.turn(2_000)
  assert.deepEqual(await unheard, { answers: [], isComplete: false }, 'nor the supervisor')
})

it('one that cannot tell is missing as well', async () => {
  const { siblings, said, hear } = begin()
  const told = siblings.ask('figures')
  hear({ kind: 'passed on', id: 1, count: 1 })
  hear({ kind: 'answered', id: 1, answer: null })
  assert.deepEqual(await told, { answers: [], isComplete: false })
  siblings.tell('figures', async () => {
    throw new Error('none')
  })
  hear({ kind: 'asked', id: 7, topic: 'figures', from: 2 })
  await new Promise(setImmediate)
  assert.deepEqual(said.at(-1), { kind: 'answer', id: 7, to: 2, answer: null })
})
