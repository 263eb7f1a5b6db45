/** The texts of the public pages; a project may put its own words in the place of each. */
import type { Language, Text } from '#kernel/base/languages.ts'
import type { PageStyle } from '#kernel/routes/page-style.ts'
import { type PageLook, unsubscribeTexts } from '#sending/tracking/page.ts'
import { contactFieldRows, type NamesIn, namesIn } from '../contacts/fields/contact-fields.ts'

type FormField = NamesIn<'forms'>

const text = (en: string, pt: string): Text => ({ en, pt })

/** What a form asks for, where it has no label of its own: `form_first_name` and so on. */
const fieldWords = Object.fromEntries(
  namesIn('forms').map(name => [`form_${name}`, contactFieldRows[name].label]),
) as Readonly<Record<`form_${FormField}`, Text>>

export const words = {
  form_title: text('Subscribe', 'Inscreva-se'),
  form_email: text('Email address', 'Endereço de e-mail'),
  form_topics: text('What you want to get', 'O que você quer receber'),
  form_button: text('Subscribe', 'Inscrever'),
  form_close: text('Close', 'Fechar'),
  ...fieldWords,
  form_trap: text('Leave this empty', 'Deixe em branco'),
  form_once_more: text('One more step', 'Mais um passo'),
  form_press: text(
    'Press the button to send the form: it shows that you are a person.',
    'Aperte o botão para enviar o formulário: assim sabemos que você é uma pessoa.',
  ),
  form_taken_title: text('Thank you', 'Obrigado'),
  form_taken: text(
    'If the address is right, you will get an email with a button to confirm. Check your inbox.',
    'Se o endereço estiver certo, você receberá uma mensagem com um botão para confirmar. Veja seu e-mail.',
  ),
  form_wrong_title: text('Something is missing', 'Falta alguma coisa'),
  form_wrong_email: text(
    'The email address is not right. Look at it once more.',
    'O endereço de e-mail não está certo. Confira.',
  ),
  form_wrong_field: text('Please fill in: {field}.', 'Preencha: {field}.'),
  form_amiss_title: text('Something is not right', 'Algo não está certo'),
  form_wrong_boolean: text('{field}: answer yes or no.', '{field}: responda sim ou não.'),
  form_wrong_date: text(
    '{field}: write a day that exists, such as 12/31/1990.',
    '{field}: escreva um dia que existe, como 31/12/1990.',
  ),
  form_wrong_language: text(
    '{field}: write a language, such as en or pt-BR.',
    '{field}: escreva um idioma, como pt-BR ou en.',
  ),
  form_wrong_name: text(
    '{field}: write a name, without links or hidden characters.',
    '{field}: escreva um nome, sem links nem caracteres invisíveis.',
  ),
  form_wrong_number: text(
    '{field}: write a number, such as 1234.5.',
    '{field}: escreva um número, como 1234,5.',
  ),
  form_wrong_text: text('{field}: the text is too long.', '{field}: o texto é longo demais.'),
  form_wrong_url: text(
    '{field}: write a web address, such as https://shop.example.',
    '{field}: escreva o endereço de um site, como https://loja.example.',
  ),
  form_unreadable: text(
    'The page that you came from does not send a form that can be read here.',
    'A página de onde você veio não envia um formulário que se possa ler aqui.',
  ),
  form_no_topic: text(
    'Choose at least one of the things you want to get.',
    'Escolha ao menos uma das coisas que você quer receber.',
  ),
  form_closed_title: text('This form is closed', 'Este formulário está fechado'),
  form_closed: text('Nothing was taken in.', 'Nada foi recebido.'),
  form_wait_title: text('Too many at once', 'Muitos de uma vez'),
  form_wait: text('Try again in an hour.', 'Tente de novo em uma hora.'),
  confirm_title: text('Confirm your subscription', 'Confirme sua inscrição'),
  confirm_ask: text(
    'I want to receive {topics} at {address}.',
    'Quero receber {topics} em {address}.',
  ),
  confirm_button: text('Yes, subscribe', 'Sim, quero receber'),
  confirm_done_title: text('Confirmed', 'Confirmado'),
  confirm_done: text('{address} is subscribed.', '{address} está inscrito.'),
  confirm_late: text(
    'The link is no longer good. Fill in the form again.',
    'O link não vale mais. Preencha o formulário de novo.',
  ),
  letter_subject: text(
    'Please confirm your subscription to {topics}',
    'Confirme sua inscrição em {topics}',
  ),
  letter_opening: text(
    'Confirm the subscription of this address:',
    'Confirme a inscrição deste endereço:',
  ),
  letter_closing: text(
    'If it was not you, do nothing: you will get nothing more.',
    'Se não foi você, não faça nada: nada mais será enviado.',
  ),
  preferences_title: text('Your preferences', 'Suas preferências'),
  preferences_for: text('For {address}', 'Para {address}'),
  preferences_topics: text('What you get', 'O que você recebe'),
  preferences_none: text('There is nothing to choose from.', 'Não há nada para escolher.'),
  preferences_language: text('Language of the emails', 'Idioma das mensagens'),
  preferences_save: text('Save', 'Salvar'),
  preferences_saved: text('Saved.', 'Salvo.'),
  preferences_pause_title: text('Take a pause', 'Fazer uma pausa'),
  preferences_paused: text('Paused until {date}.', 'Em pausa até {date}.'),
  preferences_pause_30: text('30 days without emails', '30 dias sem mensagens'),
  preferences_pause_90: text('90 days without emails', '90 dias sem mensagens'),
  preferences_resume: text('End the pause', 'Encerrar a pausa'),
  preferences_stop_title: text('Unsubscribe from everything', 'Descadastrar de tudo'),
  preferences_stop: text('No more marketing emails', 'Nenhuma mensagem de marketing'),
  preferences_stopped: text(
    'You get no marketing emails. Choosing a topic above brings them back.',
    'Você não recebe mensagens de marketing. Escolher um tópico acima as traz de volta.',
  ),
  preferences_blocked: text(
    'Mail to this address came back or was reported, so none is sent.',
    'Mensagens para este endereço voltaram ou foram marcadas como spam, então nada é enviado.',
  ),
  preferences_why: text('Why did I get this?', 'Por que recebi isto?'),
  preferences_why_none: text(
    'There is no record of a consent.',
    'Não há registro de consentimento.',
  ),
  preferences_agreed: text('You agreed to:', 'Você concordou com:'),
  preferences_data_title: text('My data', 'Meus dados'),
  preferences_data: text('Download everything about me', 'Baixar tudo sobre mim'),
  preferences_erase: text('Erase my data', 'Apagar meus dados'),
  preferences_erase_ask: text(
    'Everything about you is removed, and you get no more emails. This cannot be undone.',
    'Tudo sobre você é removido e nenhuma mensagem é enviada. Isso não pode ser desfeito.',
  ),
  preferences_erased_title: text('Erased', 'Apagado'),
  preferences_erased: text('Your data are gone.', 'Seus dados foram apagados.'),
  preferences_back: text('Back', 'Voltar'),
  preferences_earlier: text(
    'This link was sent to an earlier address. It can stop emails and nothing else; for all other choices open the link of a newer email.',
    'Este link foi enviado a um endereço anterior. Ele só pode parar mensagens; para as outras escolhas, abra o link de uma mensagem mais nova.',
  ),
  preferences_leave: text('No more emails of this kind', 'Nenhuma mensagem deste tipo'),
  preferences_left: text(
    'It is done: the emails stop, whatever address they go to.',
    'Pronto: as mensagens param, qualquer que seja o endereço.',
  ),
  ...unsubscribeTexts,
  leave_title: text('Unsubscribe', 'Cancelar inscrição'),
  leave_ask: text(
    'Emails are forwarded. To which address was this one sent?',
    'Mensagens são encaminhadas. Para qual endereço esta foi enviada?',
  ),
  leave_field: text('Email address', 'Endereço de e-mail'),
  leave_button: text('Unsubscribe', 'Cancelar inscrição'),
  leave_done_title: text('Done', 'Pronto'),
  leave_done: text(
    'If the email was sent to that address, no more of these will be.',
    'Se a mensagem foi enviada a esse endereço, ele não receberá mais destas.',
  ),
} as const satisfies Record<string, Text>

type Word = keyof typeof words

export interface Pages extends PageStyle {
  readonly words?: { readonly [Key in Language]?: Readonly<Record<string, string>> }
}

export type Say = (word: Word, values?: Readonly<Record<string, string>>) => string

/** How pages speak: the project's words where it has some. Not escaped. */
export function speaker(language: Language, pages: Pages): Say {
  return (word, values = {}) => {
    // An empty text is none.
    const sentence = pages.words?.[language]?.[word] || words[word][language]
    return sentence.replace(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark)
  }
}

/** How the pages of a project look and speak. */
export function lookOf(
  language: Language,
  { words: own, ...style }: Pages,
): PageLook & { readonly say: Say } {
  return { language, style, say: speaker(language, own === undefined ? {} : { words: own }) }
}
