/** What the simulated marketers know: whom they have, what they ordered and what they were told. */
import type { Customer } from './customer.ts'

export interface Market {
  readonly marketers: Marketer[]
  readonly deeds: PersonDeed[]
  readonly campaigns: CampaignOrder[]
  readonly sequences: SequenceOrder[]
  readonly reports: Report[]
}

export interface Marketer extends Customer {
  readonly topic: string
  /** A static one, of the same people. */
  readonly segment: string
  /** Who is in the topic from the start. */
  readonly people: readonly string[]
  /** Contacts who never asked for anything. */
  readonly strangers: readonly string[]
}

/** What somebody of a marketer's list did, or had done to them. */
export interface PersonDeed {
  readonly marketer: number
  readonly email: string
  readonly deed: 'join' | 'back' | 'leave' | 'forget' | 'suppress' | 'move'
  /** Of a move: the other address of the person. */
  readonly target?: string
  readonly from: number
  /** Infinity: nobody knows whether it was done. */
  readonly to: number
  readonly isDone: boolean
}

/** A call about something that goes on, and what was answered. */
export interface Act {
  readonly what: string
  readonly from: number
  /** Infinity: nobody knows whether it was done. */
  readonly to: number
  readonly isDone: boolean
  /** Of a pause: letters in somebody's hand. */
  readonly inFlight?: number
}

export interface CampaignOrder {
  /** In the subject of each of its letters: how the mail servers' records are matched. */
  readonly marker: string
  readonly marketer: number
  /** cmp_… */
  readonly id: string
  /** Another one, whose people are left out. */
  readonly without: string | null
  /** Hours of UTC. */
  readonly window: { readonly from: string; readonly until: string } | null
  readonly perHour: number | null
  readonly variants: readonly string[]
  readonly acts: Act[]
  /** As last read. */
  status: string
  figures: Figures | null
}

export interface SequenceOrder {
  /** In the subject of each of its letters. */
  readonly marker: string
  readonly marketer: number
  /** seq_… */
  readonly id: string
  readonly reentry: 'never' | 'after_exit' | 'always'
  /** One at a time for each cart. */
  readonly isKeyed: boolean
  /** What lets people in, and what ends their way. */
  readonly begins: string
  readonly ends: string
  /** Publishing says in its name what became of those inside: `publish finish`. */
  readonly acts: Act[]
  /** People taken out by hand, by enrollment: enr_… */
  readonly exits: (Act & { readonly enrollment: string })[]
  /** As last read. */
  status: string
}

/** Something that somebody did, reported once or several times. */
export interface Report {
  readonly marketer: number
  readonly email: string
  readonly name: string
  /** In its data, and in no other. */
  readonly mark: string
  readonly from: number
  readonly to: number
  readonly isDone: boolean
  /** Nobody of that address was known, or somebody was. */
  readonly isMatched: boolean
  /** Ids that answers have named. */
  readonly ids: readonly string[]
}

/** `GET /v1/campaigns/{id}/stats`, as far as it is judged. */
export interface Figures {
  readonly audience: number
  readonly pending: number
  readonly released: number
  readonly cancelled: number
  readonly skipped: Readonly<Record<string, number>>
  readonly delivered: number
  readonly deferred_now: number
  readonly bounced: { readonly hard: number; readonly soft: number; readonly policy: number }
}

/** Each person has two addresses: `ok-p1@calm.com` and `ok-p1.m@calm.com`. */
export const otherAddress = (email: string): string =>
  email.includes('.m@') ? email.replace('.m@', '@') : email.replace('@', '.m@')

/** The one by which they are listed. */
export const firstAddress = (email: string): string => email.replace('.m@', '@')

export const wasDone = ({ acts }: { readonly acts: readonly Act[] }, what: string): Act[] =>
  acts.filter(act => act.what === what && act.isDone)
