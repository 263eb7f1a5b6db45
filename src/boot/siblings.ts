/**
 * What the processes of one service say to each other. All goes through the supervisor, which hands a
 * question to those others that answer such, and each answer to whoever asked.
 */
import type { Siblings } from '#kernel/world/siblings.ts'
import type { Clock } from '#kernel/world/world.ts'

/** From a process to the supervisor. */
export type ToSupervisor =
  | { readonly kind: 'running' }
  | { readonly kind: 'memory'; readonly residentMb: number }
  /** It answers whoever asks about the topic. */
  | { readonly kind: 'tells'; readonly topic: string }
  | { readonly kind: 'question'; readonly id: number; readonly topic: string }
  | {
      readonly kind: 'answer'
      readonly id: number
      /** The number of the process that has asked. */
      readonly to: number
      readonly answer: unknown
    }

/** From the supervisor to a process. */
export type FromSupervisor =
  | {
      readonly kind: 'asked'
      readonly id: number
      readonly topic: string
      /** The number of the process that asks. */
      readonly from: number
    }
  /** So many have been asked. */
  | { readonly kind: 'passed on'; readonly id: number; readonly count: number }
  | { readonly kind: 'answered'; readonly id: number; readonly answer: unknown }

/** The channel to the supervisor. */
export interface Channel {
  send(said: ToSupervisor): void
  onHeard(then: (heard: FromSupervisor) => void): void
}

/** A process that is this busy is left out: whoever asks for metrics has a few seconds' patience. */
const patienceMs = 2_000

interface Question {
  readonly answers: unknown[]
  /** Unknown until the supervisor says how many it has asked. */
  asked: number | null
  readonly settle: () => void
}

export function createSiblings(
  channel: Channel,
  { number, count }: Pick<Siblings, 'number' | 'count'>,
  clock: Clock,
): Siblings {
  const tellers = new Map<string, () => Promise<unknown>>()
  const questions = new Map<number, Question>()
  let lastId = 0

  function settleIfComplete(question: Question | undefined): void {
    if (question?.asked === question?.answers.length) question?.settle()
  }

  async function tell(id: number, topic: string, to: number): Promise<void> {
    // Where nothing can be told the others are not kept waiting.
    const answer = await tellers
      .get(topic)?.()
      .catch(() => null)
    channel.send({ kind: 'answer', id, to, answer: answer ?? null })
  }

  channel.onHeard(heard => {
    const question = questions.get(heard.id)
    switch (heard.kind) {
      case 'asked':
        void tell(heard.id, heard.topic, heard.from)
        return
      case 'passed on':
        if (question) question.asked = heard.count
        return settleIfComplete(question)
      case 'answered':
        question?.answers.push(heard.answer)
        return settleIfComplete(question)
    }
  })

  return {
    number,
    count,
    tell(topic, answer) {
      tellers.set(topic, answer)
      channel.send({ kind: 'tells', topic })
    },
    async ask(topic) {
      lastId += 1
      const id = lastId
      const { promise, resolve } = Promise.withResolvers<void>()
      const question: Question = { answers: [], asked: null, settle: resolve }
      questions.set(id, question)
      const patience = clock.timer(patienceMs, resolve)
      channel.send({ kind: 'question', id, topic })
      await promise
      patience.cancel()
      questions.delete(id)
      const answers = question.answers.filter(answer => answer !== null)
      return { answers, isComplete: question.asked === answers.length }
    },
  }
}
