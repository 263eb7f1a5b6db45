/** A change of consent in a sentence. */
import type { Language, Text } from '#kernel/base/languages.ts'
import { fill } from '#kernel/base/languages.ts'
import type { Topic } from '../topics/topic-store.ts'
import type { ConsentAction, ConsentMethod } from './consent-record.ts'

const actions: Readonly<Record<ConsentAction, Text>> = {
  joined: { en: 'Joined {what}{how}.', pt: 'Entrou em {what}{how}.' },
  asked: {
    en: 'Subscription to {what}{how}, not confirmed by the person yet.',
    pt: 'Inscrição em {what}{how}; a pessoa ainda não confirmou.',
  },
  confirmed: {
    en: 'Confirmed joining {what}{how}.',
    pt: 'Confirmou a entrada em {what}{how}.',
  },
  left: { en: 'Left {what}{how}.', pt: 'Saiu de {what}{how}.' },
  imported: { en: 'Subscribed to {what}{how}.', pt: 'Entrou em {what}{how}.' },
  blocked: {
    en: 'Complained: nothing more is sent{how}.',
    pt: 'Denunciou: nada mais é enviado{how}.',
  },
}

const methods: Readonly<Record<ConsentMethod, Text>> = {
  form: { en: ' by a form', pt: ' por um formulário' },
  preference_centre: { en: ' on the preferences page', pt: ' na página de preferências' },
  one_click: {
    en: " by the mail program's unsubscribe button",
    pt: ' pelo botão de descadastro do programa de e-mail',
  },
  api: { en: ' by a call of the API', pt: ' por uma chamada da API' },
  import: { en: ' by an import', pt: ' por uma importação' },
  dashboard: { en: ' by somebody at the dashboard', pt: ' por alguém no painel' },
  complaint: { en: ' by marking an email as spam', pt: ' ao marcar uma mensagem como spam' },
}

const everything: Text = { en: 'all marketing', pt: 'todo o marketing' }
const unnamed: Text = { en: 'these emails', pt: 'estas mensagens' }
const nameless: Text = { en: 'a deleted topic', pt: 'um tópico excluído' }

/** `topic`: null for everything, or where it is gone; `unnamed` where its name is nobody's business. */
export function explainConsent(
  record: {
    readonly action: ConsentAction
    readonly method: ConsentMethod
    readonly topic_id: string | null
  },
  topic: Topic | 'unnamed' | null,
  language: Language,
): string {
  if (topic === 'unnamed') return say(record, unnamed[language], language)
  const named = topic?.name[language] ?? topic?.name.pt ?? topic?.name.en
  const what =
    record.topic_id === null
      ? everything[language]
      : named === undefined
        ? nameless[language]
        : `"${named}"`
  return say(record, what, language)
}

const say = (
  { action, method }: { readonly action: ConsentAction; readonly method: ConsentMethod },
  what: string,
  language: Language,
): string => fill(actions[action], { what, how: methods[method][language] })[language]
