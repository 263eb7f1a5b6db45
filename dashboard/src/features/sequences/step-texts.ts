/** The words of steps, of what begins a sequence and of what ends it. */
import type { SpanUnit } from '../../ui/spans.ts'
import type { Plural, Text } from '../../ui/words.tsx'
import type { StepType, Trigger } from './sequence.ts'

export const typeWords: Readonly<Record<StepType, { readonly name: Text; readonly about: Text }>> =
  {
    email: {
      name: { en: 'Email', pt: 'Mensagem' },
      about: { en: 'Send a published template', pt: 'Enviar um modelo publicado' },
    },
    wait: {
      name: { en: 'Wait', pt: 'Esperar' },
      about: {
        en: 'For a time, until a time of day, or until a date of the person',
        pt: 'Por um tempo, até um horário ou até uma data da pessoa',
      },
    },
    branch: {
      name: { en: 'If / else', pt: 'Se/senão' },
      about: {
        en: 'Separate people by what they are or did',
        pt: 'Separar as pessoas pelo que são ou fizeram',
      },
    },
    wait_for_event: {
      name: { en: 'Wait for an activity', pt: 'Esperar uma atividade' },
      about: {
        en: 'Until the person does something, or time runs out',
        pt: 'Até a pessoa fazer algo, ou o prazo acabar',
      },
    },
    split: {
      name: { en: 'Random split (A/B test)', pt: 'Divisão aleatória (teste A/B)' },
      about: { en: 'Separate people at random, by weight', pt: 'Separar ao acaso, por peso' },
    },
    exit: {
      name: { en: 'Exit', pt: 'Saída' },
      about: { en: 'The person exits here', pt: 'A pessoa sai aqui' },
    },
    update_contact: {
      name: { en: 'Update contact', pt: 'Atualizar contato' },
      about: { en: 'Set fields and properties', pt: 'Preencher campos e propriedades' },
    },
    topic: {
      name: { en: 'Topic', pt: 'Tópico' },
      about: { en: 'Subscribe or unsubscribe', pt: 'Inscrever ou descadastrar' },
    },
    segment: {
      name: { en: 'List', pt: 'Lista' },
      about: {
        en: 'Add to a list of people, or remove from it',
        pt: 'Adicionar a uma lista de pessoas, ou remover dela',
      },
    },
    sequence: {
      name: { en: 'Another sequence', pt: 'Outra sequência' },
      about: { en: 'Add to another sequence as well', pt: 'Adicionar também a outra sequência' },
    },
    webhook: {
      name: { en: 'Webhook', pt: 'Webhook' },
      about: {
        en: 'Notify your systems by the event sequence.webhook',
        pt: 'Avisar seus sistemas pelo evento sequence.webhook',
      },
    },
  }

export const spanWords = {
  minutes: {
    en: { one: '{n} minute', other: '{n} minutes' },
    pt: { one: '{n} minuto', other: '{n} minutos' },
  },
  hours: {
    en: { one: '{n} hour', other: '{n} hours' },
    pt: { one: '{n} hora', other: '{n} horas' },
  },
  days: { en: { one: '{n} day', other: '{n} days' }, pt: { one: '{n} dia', other: '{n} dias' } },
  weeks: {
    en: { one: '{n} week', other: '{n} weeks' },
    pt: { one: '{n} semana', other: '{n} semanas' },
  },
} satisfies Record<SpanUnit, Plural>

export const says = {
  letter: { en: 'Email: {template}', pt: 'E-mail: {template}' },
  letterSubject: {
    en: 'Email: {template} (subject “{subject}”)',
    pt: 'E-mail: {template} (assunto “{subject}”)',
  },
  noTemplate: {
    en: 'Email: no template chosen',
    pt: 'E-mail: sem modelo escolhido',
  },
  waitFor: { en: 'Wait {span}', pt: 'Esperar {span}' },
  waitUntil: { en: 'Wait until {until}', pt: 'Esperar até {until}' },
  waitBoth: { en: 'Wait {span}, then until {until}', pt: 'Esperar {span} e então até {until}' },
  atTime: { en: '{time}', pt: 'às {time}' },
  atTimeDays: { en: '{time} on {days}', pt: 'às {time} ({days})' },
  onDays: { en: 'a {days}', pt: '{days}' },
  atDate: { en: 'the date {property}', pt: 'a data {property}' },
  beforeDate: { en: '{span} before {property}', pt: '{span} antes de {property}' },
  afterDate: { en: '{span} after {property}', pt: '{span} depois de {property}' },
  withTime: { en: '{what} at {time}', pt: '{what} às {time}' },
  branch: { en: 'If / else', pt: 'Se … senão …' },
  split: { en: 'Random split', pt: 'Divisão aleatória' },
  event: { en: 'Wait for {event}, up to {span}', pt: 'Esperar {event}, por até {span}' },
  update: { en: 'Set {fields}', pt: 'Preencher {fields}' },
  join: { en: 'Subscribe to {topic}', pt: 'Inscrever em {topic}' },
  leave: { en: 'Unsubscribe from {topic}', pt: 'Descadastrar de {topic}' },
  addTo: { en: 'Add to the list {segment}', pt: 'Adicionar à lista {segment}' },
  takeFrom: { en: 'Remove from the list {segment}', pt: 'Remover da lista {segment}' },
  webhook: { en: 'Send {name} to webhooks', pt: 'Enviar {name} aos webhooks' },
  sequence: { en: 'Also add to {sequence}', pt: 'Adicionar também a {sequence}' },
  exit: { en: 'Exit', pt: 'Sair da sequência' },
  exitGoal: { en: 'Exit: goal reached', pt: 'Sair da sequência: meta atingida' },
  exitReason: { en: 'Exit: {reason}', pt: 'Sair da sequência: {reason}' },
  ifCase: { en: 'If {what}', pt: 'Se {what}' },
  everybody: { en: 'anyone', pt: 'qualquer pessoa' },
  else: { en: 'Else', pt: 'Senão' },
  share: { en: '{share} of the people', pt: '{share} das pessoas' },
  happened: { en: 'If it happens', pt: 'Se acontecer' },
  timeout: { en: 'If time runs out', pt: 'Se o prazo acabar' },
  goes: { en: 'Continues at: {step}', pt: 'Continua em: {step}' },
  end: { en: 'End', pt: 'Fim' },
  unknownStep: {
    en: 'Goes to {step}, which does not exist',
    pt: 'Vai para {step}, que não existe',
  },
  after: { en: 'after {step}', pt: 'depois de {step}' },
  lost: { en: 'These steps can’t be reached', pt: 'Não há como chegar a estas etapas' },
  gone: {
    en: 'Removed, but people on an earlier version are here',
    pt: 'Removida, mas há pessoas de uma versão anterior nela',
  },
} satisfies Record<string, Text>

export const triggerWords: Readonly<Record<Trigger['on'], Text>> = {
  topic_joined: { en: 'Someone subscribes to a topic', pt: 'Alguém se inscreve em um tópico' },
  segment_entered: { en: 'Someone enters a segment', pt: 'Alguém entra em um segmento' },
  event: { en: 'Someone does something', pt: 'Alguém faz algo' },
  date: { en: 'A date of the person arrives', pt: 'Chega uma data da pessoa' },
  api: { en: 'You or the API add someone', pt: 'Você ou a API adiciona alguém' },
}

export const triggerLines = {
  topic_joined: { en: 'a person subscribes to {what}', pt: 'a pessoa se inscreve em {what}' },
  segment_entered: { en: 'a person enters {what}', pt: 'a pessoa entra em {what}' },
  event: { en: 'a person does {what}', pt: 'a pessoa faz {what}' },
  date: { en: 'it is {what}', pt: 'é {what}' },
  api: { en: 'you or the API add a person', pt: 'você ou a API adiciona a pessoa' },
} satisfies Record<Trigger['on'], Text>

/** What the forms of steps ask. */
export const stepForm = {
  choose: { en: 'What should happen?', pt: 'O que deve acontecer?' },
  add: { en: 'Add a step', pt: 'Adicionar etapa' },
  addBefore: { en: 'Add a step before {step}', pt: 'Adicionar etapa antes de {step}' },
  addTo: { en: 'Add a step to: {way}', pt: 'Adicionar etapa em: {way}' },
  moveUp: { en: 'Move {step} up', pt: 'Mover {step} para cima' },
  moveDown: { en: 'Move {step} down', pt: 'Mover {step} para baixo' },
  removeAbout: {
    en: 'The remaining steps are joined up. Steps that only this one led to are deleted too.',
    pt: 'As etapas restantes são ligadas. As que só ela alcançava também são excluídas.',
  },
  key: { en: 'Step key', pt: 'Chave da etapa' },
  keyAbout: {
    en: 'Lowercase letters, digits and _. The API, conditions and figures use it.',
    pt: 'Letras minúsculas, números e _. A API, as condições e os números usam esta chave.',
  },
  template: { en: 'Template', pt: 'Modelo' },
  chooseTemplate: { en: 'Choose a template', pt: 'Escolha um modelo' },
  noTemplates: {
    en: 'No template is published yet. An email needs one:',
    pt: 'Nenhum modelo foi publicado ainda. Uma mensagem precisa de um:',
  },
  toTemplates: { en: 'create and publish a template', pt: 'crie e publique um modelo' },
  otherTemplate: {
    en: 'Missing one? Only published templates appear:',
    pt: 'Falta algum? Só aparecem os publicados:',
  },
  seeTemplates: { en: 'templates', pt: 'modelos' },
  subject: { en: 'Different subject for this step', pt: 'Outro assunto nesta etapa' },
  from: { en: 'Different sender for this step', pt: 'Outro remetente nesta etapa' },
  onMissing: { en: 'If a value is missing', pt: 'Se faltar um valor' },
  missingSkip: { en: 'skip the email', pt: 'pular a mensagem' },
  missingEmpty: { en: 'leave it blank', pt: 'deixar em branco' },
  ifCapped: {
    en: 'If the person has reached the email limit',
    pt: 'Se a pessoa atingiu o limite de mensagens',
  },
  cappedWait: { en: 'wait', pt: 'esperar' },
  cappedSkip: { en: 'skip the email', pt: 'pular a mensagem' },
  ifLate: { en: 'If it is more than a day late', pt: 'Se atrasar mais de um dia' },
  lateSend: { en: 'send it anyway', pt: 'enviar mesmo assim' },
  lateSkip: { en: 'skip the email', pt: 'pular a mensagem' },
  waitSpan: { en: 'Wait', pt: 'Esperar' },
  thenUntil: { en: 'Then wait until', pt: 'Depois, aguardar até' },
  untilNothing: { en: 'any time', pt: 'qualquer hora' },
  untilTime: { en: 'a time of day', pt: 'um horário' },
  untilDate: { en: 'a date of the person', pt: 'uma data da pessoa' },
  time: { en: "Time, in the person's time zone", pt: 'Horário, no fuso da pessoa' },
  days: { en: 'Only on', pt: 'Só em' },
  daysAbout: { en: 'None selected: any day', pt: 'Nenhum escolhido: qualquer dia' },
  property: { en: 'Date', pt: 'Data' },
  chooseProperty: { en: 'Choose a date', pt: 'Escolha uma data' },
  noDates: {
    en: 'Contacts have no date property.',
    pt: 'Os contatos não têm propriedade do tipo data.',
  },
  shift: { en: 'Offset', pt: 'Deslocamento' },
  cases: {
    en: 'Checked in order; the first match wins',
    pt: 'Verificadas em ordem; vale a primeira atendida',
  },
  case: { en: 'Condition {n}', pt: 'Condição {n}' },
  addCase: { en: 'Add another condition', pt: 'Adicionar outra condição' },
  removeCase: { en: 'Remove condition {n}', pt: 'Remover condição {n}' },
  weight: { en: 'Weight of path {n}', pt: 'Peso do caminho {n}' },
  addWay: { en: 'Add a path', pt: 'Adicionar caminho' },
  removeWay: { en: 'Remove path {n}', pt: 'Remover caminho {n}' },
  splitAbout: {
    en: 'Weights, not percentages: 1 and 3 are a quarter and three quarters. A person always takes the same path.',
    pt: 'Pesos, não porcentagens: 1 e 3 são um quarto e três quartos. A mesma pessoa segue sempre o mesmo caminho.',
  },
  event: { en: 'Activity', pt: 'Atividade' },
  eventAbout: {
    en: 'As your system calls it, such as order.paid',
    pt: 'Como o seu sistema a chama, por exemplo order.paid',
  },
  within: { en: 'Up to', pt: 'Por até' },
  since: { en: 'What counts', pt: 'O que conta' },
  sinceEntry: {
    en: 'anything since the person entered the sequence',
    pt: 'tudo desde que a pessoa entrou na sequência',
  },
  sinceStep: {
    en: 'only what happens from this step on',
    pt: 'só o que acontecer desta etapa em diante',
  },
  wheres: { en: 'Only if its data match', pt: 'Só se os dados corresponderem' },
  where: { en: 'Data field {n}', pt: 'Campo {n} dos dados' },
  whereKind: { en: 'Type of value', pt: 'Tipo do valor' },
  whereValue: { en: 'Value', pt: 'Valor' },
  whereEntry: { en: 'same as in the triggering activity', pt: 'igual ao da atividade do gatilho' },
  kindText: { en: 'text', pt: 'texto' },
  kindNumber: { en: 'number', pt: 'número' },
  kindBoolean: { en: 'yes or no', pt: 'sim ou não' },
  addWhere: { en: 'Add a data field', pt: 'Adicionar campo dos dados' },
  removeWhere: { en: 'Remove field {n}', pt: 'Remover campo {n}' },
  fields: { en: 'Fields to set', pt: 'Campos a preencher' },
  field: { en: 'Field', pt: 'Campo' },
  addField: { en: 'Add a field', pt: 'Adicionar campo' },
  removeField: { en: 'Remove {field}', pt: 'Remover {field}' },
  topic: { en: 'Topic', pt: 'Tópico' },
  action: { en: 'What happens', pt: 'O que acontece' },
  join: { en: 'subscribe, if there is consent', pt: 'inscrever, se houver consentimento' },
  leave: { en: 'unsubscribe', pt: 'descadastrar' },
  segment: { en: 'List of people', pt: 'Lista de pessoas' },
  noLists: {
    en: 'There is no segment of the type list yet.',
    pt: 'Ainda não há segmento do tipo lista.',
  },
  putIn: { en: 'add', pt: 'adicionar' },
  takeOut: { en: 'remove', pt: 'remover' },
  webhookName: { en: 'Name', pt: 'Nome' },
  data: { en: 'Data (JSON)', pt: 'Dados (JSON)' },
  badJson: {
    en: 'This is not valid JSON; it is not saved.',
    pt: 'Isto não é um JSON válido; não será salvo.',
  },
  sequence: { en: 'Sequence', pt: 'Sequência' },
  choose1: { en: 'Choose', pt: 'Escolha' },
  reason: { en: 'Reason (optional)', pt: 'Motivo (opcional)' },
  reasonAbout: {
    en: 'Shown in the report instead of “done”',
    pt: 'Aparece no relatório no lugar de “done”',
  },
  isGoal: { en: 'Counts as goal reached', pt: 'Conta como meta atingida' },
  isGoalAbout: {
    en: 'The report counts these people as conversions.',
    pt: 'O relatório conta estas pessoas como conversões.',
  },
  advanced: { en: 'Advanced', pt: 'Avançado' },
  orContinue: {
    en: 'Or continue at a step that is there',
    pt: 'Ou continuar em uma etapa que já existe',
  },
  orContinueAbout: {
    en: 'Paths meet again there: what follows is done once, for everyone.',
    pt: 'Os caminhos se encontram ali: o que vem depois vale para todos.',
  },
  continueAt: { en: 'Continue at', pt: 'Continuar em' },
  continued: { en: 'The path continues there.', pt: 'O caminho continua ali.' },
  andThen: { en: 'Then continue at', pt: 'Depois, continuar em' },
  stepSaved: { en: 'Step saved.', pt: 'Etapa salva.' },
  stepAdded: { en: 'Step added.', pt: 'Etapa adicionada.' },
} satisfies Record<string, Text>

export const figureWords = {
  here: {
    en: { one: '{n} here now', other: '{n} here now' },
    pt: { one: '{n} aqui agora', other: '{n} aqui agora' },
  },
  came: {
    en: { one: '{n} entered', other: '{n} entered' },
    pt: { one: '{n} entrou', other: '{n} entraram' },
  },
  sent: {
    en: { one: '{n} sent', other: '{n} sent' },
    pt: { one: '{n} enviada', other: '{n} enviadas' },
  },
  wentOn: {
    en: { one: '{n} went on', other: '{n} went on' },
    pt: { one: '{n} seguiu', other: '{n} seguiram' },
  },
  delivered: {
    en: { one: '{n} delivered', other: '{n} delivered' },
    pt: { one: '{n} entregue', other: '{n} entregues' },
  },
  opened: {
    en: { one: '{n} opened', other: '{n} opened' },
    pt: { one: '{n} abriu', other: '{n} abriram' },
  },
  clicked: {
    en: { one: '{n} clicked', other: '{n} clicked' },
    pt: { one: '{n} clicou', other: '{n} clicaram' },
  },
  skipped: {
    en: { one: '{n} skipped: {why}', other: '{n} skipped: {why}' },
    pt: { one: '{n} pulada: {why}', other: '{n} puladas: {why}' },
  },
  left: {
    en: { one: '{n} exited here', other: '{n} exited here' },
    pt: { one: '{n} saiu aqui', other: '{n} saíram aqui' },
  },
  goal: {
    en: { one: '{n} reached the goal', other: '{n} reached the goal' },
    pt: { one: '{n} atingiu a meta', other: '{n} atingiram a meta' },
  },
} satisfies Record<string, Plural>

/** The drawn form of a sequence. */
export const picture = {
  view: { en: 'Show steps as', pt: 'Mostrar etapas como' },
  picture: { en: 'Diagram', pt: 'Diagrama' },
  list: { en: 'List', pt: 'Lista' },
  about: {
    en: 'Arrow keys go from step to step, Enter edits. The list shows the same for screen readers.',
    pt: 'As setas vão de etapa em etapa, Enter altera. A lista mostra o mesmo para leitores de tela.',
  },
  steps: { en: 'Steps of the sequence', pt: 'Etapas da sequência' },
  acts: { en: 'Actions for {step}', pt: 'Ações para {step}' },
  addBefore: { en: 'Add a step before', pt: 'Adicionar etapa antes' },
  moveUp: { en: 'Move up', pt: 'Mover para cima' },
  moveDown: { en: 'Move down', pt: 'Mover para baixo' },
  came: { en: 'entered', pt: 'entraram' },
  waiting: { en: 'here now', pt: 'aqui agora' },
  went: { en: 'went on', pt: 'seguiram' },
  left: { en: 'exited', pt: 'saíram' },
  sent: { en: 'sent', pt: 'enviadas' },
  delivered: { en: 'delivered', pt: 'entregues' },
  opened: { en: 'opened', pt: 'abriram' },
  clicked: { en: 'clicked', pt: 'clicaram' },
  gone: {
    en: {
      one: '{n} person is at a step that was removed: see the list.',
      other: '{n} people are at steps that were removed: see the list.',
    },
    pt: {
      one: '{n} pessoa está em uma etapa removida: veja a lista.',
      other: '{n} pessoas estão em etapas removidas: veja a lista.',
    },
  },
} satisfies Record<string, Text | Plural>

/** Why letters and steps were skipped, in a word or two. */
export const skipWords = {
  template: { en: 'no template', pt: 'sem modelo' },
  no_variant: { en: 'not written in their language', pt: 'não há texto no idioma' },
  missing_value: { en: 'a value is missing', pt: 'falta um valor' },
  suppressed: { en: 'suppressed', pt: 'suprimida' },
  patience: { en: 'waited too long for a slot', pt: 'esperou demais por uma vaga' },
  late: { en: 'too late', pt: 'atrasada demais' },
  capped: { en: 'email limit reached', pt: 'limite de mensagens atingido' },
  error: { en: 'the email could not be created', pt: 'a mensagem não pôde ser gerada' },
  sandbox: {
    en: 'the account may not email them yet',
    pt: 'a conta ainda não pode enviar para esta pessoa',
  },
  snoozed: { en: 'paused by the person', pt: 'a pessoa pausou' },
  not_confirmed: { en: 'not confirmed', pt: 'falta confirmar' },
  unsubscribed_topic: { en: 'not subscribed to the topic', pt: 'não inscrita no tópico' },
  topic: { en: 'the topic was deleted', pt: 'o tópico foi excluído' },
  segment: { en: 'the list was deleted', pt: 'a lista foi excluída' },
  fields: { en: 'a value is not valid', pt: 'um valor não é válido' },
  sequence: { en: 'the other sequence is closed', pt: 'a outra sequência está fechada' },
  reentry: { en: 're-entry is not allowed', pt: 'reentrada não permitida' },
} satisfies Record<string, Text>

/** Of what happened day by day. */
export const dayWords = {
  title: { en: 'Last 30 days', pt: 'Últimos 30 dias' },
  about: {
    en: 'Each is counted on the day it happened. The chart begins with the first day that was counted.',
    pt: 'Cada acontecimento conta no dia em que ocorreu. O gráfico começa no primeiro dia contado.',
  },
  nothing: {
    en: 'Nothing has happened in these days.',
    pt: 'Nada aconteceu nestes dias.',
  },
  day: { en: 'Day', pt: 'Dia' },
  people: { en: 'People by day', pt: 'Pessoas por dia' },
  letters: { en: 'Emails by day', pt: 'E-mails por dia' },
  entered: { en: 'Entered', pt: 'Entraram' },
  goal: { en: 'Reached the goal', pt: 'Atingiram a meta' },
  left: { en: 'Left otherwise', pt: 'Saíram de outro modo' },
  sent: { en: 'Sent', pt: 'Enviados' },
  opened: { en: 'Opened', pt: 'Abertos' },
  clicked: { en: 'Clicked', pt: 'Clicados' },
} satisfies Record<string, Text>
