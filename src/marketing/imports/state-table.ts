/** What an import can be, a row a state. */
import { type StateRow, statesWhere } from '#kernel/base/states.ts'

/** `repeat`: to run a file that was only tried. */
export type ImportAct = 'upload' | 'start' | 'repeat' | 'cancel' | 'undo'

interface ImportState extends StateRow<ImportAct> {
  /** Whether its file comes, waits to be reviewed, is read, has been read, or is taken back. */
  readonly stage: 'file' | 'review' | 'run' | 'over' | 'undo'
  /** It goes on by itself. */
  readonly moves: boolean
  /** Whether its file takes room. */
  readonly keepsFile: 'always' | 'after_trial' | 'never'
}

export const importStates = {
  awaiting_file: {
    label: { en: 'Waiting for the file', pt: 'Aguardando arquivo' },
    tone: 'wait',
    may: ['upload', 'cancel'],
    stage: 'file',
    moves: false,
    keepsFile: 'never',
  },
  receiving: {
    label: { en: 'Uploading', pt: 'Recebendo arquivo' },
    tone: 'info',
    may: ['cancel'],
    stage: 'file',
    moves: true,
    keepsFile: 'always',
  },
  recognised: {
    label: { en: 'To be reviewed', pt: 'A revisar' },
    tone: 'wait',
    may: ['start', 'cancel'],
    stage: 'review',
    moves: false,
    keepsFile: 'always',
  },
  queued: {
    label: { en: 'Queued', pt: 'Na fila' },
    tone: 'calm',
    may: ['cancel'],
    stage: 'run',
    moves: true,
    keepsFile: 'always',
  },
  running: {
    label: { en: 'Running', pt: 'Em andamento' },
    tone: 'info',
    may: ['cancel'],
    stage: 'run',
    moves: true,
    keepsFile: 'always',
  },
  done: {
    label: { en: 'Done', pt: 'Concluída' },
    tone: 'good',
    may: ['repeat', 'undo'],
    stage: 'over',
    moves: false,
    keepsFile: 'after_trial',
  },
  cancelled: {
    label: { en: 'Stopped', pt: 'Interrompida' },
    tone: 'calm',
    may: ['undo'],
    stage: 'over',
    moves: false,
    keepsFile: 'never',
  },
  failed: {
    label: { en: 'Failed', pt: 'Falhou' },
    tone: 'bad',
    may: [],
    stage: 'over',
    moves: false,
    keepsFile: 'never',
  },
  undoing: {
    label: { en: 'Being undone', pt: 'Sendo desfeita' },
    tone: 'info',
    may: [],
    stage: 'undo',
    moves: true,
    keepsFile: 'never',
  },
  undone: {
    label: { en: 'Undone', pt: 'Desfeita' },
    tone: 'calm',
    may: [],
    stage: 'undo',
    moves: false,
    keepsFile: 'never',
  },
} as const satisfies Readonly<Record<string, ImportState>>

export type ImportStatus = keyof typeof importStates

/** The row of a state. */
export const stateOf = (status: ImportStatus): ImportState => importStates[status]

/** The states of which something holds. */
export const importsWhere = (holds: (state: ImportState) => boolean): readonly ImportStatus[] =>
  statesWhere(importStates, holds)
