/** The words of steps, of what begins a sequence and of what ends it. */
import type { SpanUnit } from '../../ui/spans.ts'
import type { Plural, Text } from '../../ui/words.tsx'
import type { StepType, Trigger } from './sequence.ts'

export const typeWords: Readonly<Record<StepType, { readonly name: Text; readonly about: Text }>> =
  {
    email: {
      name: { en: 'Email', pt: 'Mensagem' },
      about: { en: 'Send an email of a template', pt: 'Enviar uma mensagem de um modelo' },
    },
    wait: {
      name: { en: 'Wait', pt: 'Esperar' },
      about: {
        en: 'For a time, until an hour of the day, or until a date of the person',
        pt: 'Por um tempo, até uma hora do dia ou até uma data da pessoa',
      },
    },
    branch: {
      name: { en: 'Branch', pt: 'Desvio' },
      about: {
        en: 'Go different ways by what a person is or did',
        pt: 'Seguir caminhos diferentes conforme o que a pessoa é ou fez',
      },
    },
    wait_for_event: {
      name: { en: 'Wait for an activity', pt: 'Esperar uma atividade' },
      about: {
        en: 'Until the person does something, or the time is over',
        pt: 'Até a pessoa fazer algo, ou o tempo acabar',
      },
    },
    split: {
      name: { en: 'Split', pt: 'Divisão' },
      about: { en: 'Go different ways by chance, by weights', pt: 'Dividir ao acaso, por pesos' },
    },
    exit: {
      name: { en: 'End', pt: 'Fim' },
      about: { en: 'Their way ends here', pt: 'O caminho termina aqui' },
    },
    update_contact: {
      name: { en: 'Change the contact', pt: 'Alterar o contato' },
      about: { en: 'Write fields and properties', pt: 'Gravar campos e propriedades' },
    },
    topic: {
      name: { en: 'Topic', pt: 'Tópico' },
      about: { en: 'Join or leave a topic', pt: 'Entrar em um tópico ou sair dele' },
    },
    segment: {
      name: { en: 'List', pt: 'Lista' },
      about: {
        en: 'Add to a list of people, or take out of it',
        pt: 'Adicionar a uma lista de pessoas, ou retirar dela',
      },
    },
    sequence: {
      name: { en: 'Other sequence', pt: 'Outra sequência' },
      about: { en: 'Enter another sequence, too', pt: 'Entrar também em outra sequência' },
    },
    webhook: {
      name: { en: 'Webhook', pt: 'Webhook' },
      about: {
        en: 'Tell your systems, by webhooks that listen to sequence.webhook',
        pt: 'Avisar seus sistemas, por webhooks que ouvem sequence.webhook',
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
  letter: { en: 'Send “{template}”', pt: 'Enviar “{template}”' },
  letterSubject: {
    en: 'Send “{template}” as “{subject}”',
    pt: 'Enviar “{template}” como “{subject}”',
  },
  noTemplate: {
    en: 'Send an email: no template chosen',
    pt: 'Enviar uma mensagem: sem modelo escolhido',
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
  branch: { en: 'Go by what holds', pt: 'Seguir conforme a condição' },
  split: { en: 'Divide people by chance', pt: 'Dividir as pessoas ao acaso' },
  event: { en: 'Wait for {event}, at most {span}', pt: 'Esperar {event}, no máximo {span}' },
  update: { en: 'Write {fields}', pt: 'Gravar {fields}' },
  join: { en: 'Join the topic {topic}', pt: 'Entrar no tópico {topic}' },
  leave: { en: 'Leave the topic {topic}', pt: 'Sair do tópico {topic}' },
  addTo: { en: 'Add to the list {segment}', pt: 'Adicionar à lista {segment}' },
  takeFrom: { en: 'Remove from the list {segment}', pt: 'Retirar da lista {segment}' },
  webhook: { en: 'Post {name} to webhooks', pt: 'Enviar {name} aos webhooks' },
  sequence: { en: 'Enter {sequence}, too', pt: 'Entrar também em {sequence}' },
  exit: { en: 'End the way', pt: 'Encerrar o caminho' },
  exitReason: { en: 'End the way: {reason}', pt: 'Encerrar o caminho: {reason}' },
  ifCase: { en: 'If {what}', pt: 'Se {what}' },
  everybody: { en: 'anybody', pt: 'qualquer pessoa' },
  else: { en: 'Otherwise', pt: 'Senão' },
  share: { en: '{share} of the people', pt: '{share} das pessoas' },
  happened: { en: 'If it happens', pt: 'Se acontecer' },
  timeout: { en: 'If not in time', pt: 'Se não acontecer a tempo' },
  goes: { en: 'Goes on with {step}', pt: 'Segue em {step}' },
  end: { en: 'The end', pt: 'Fim do caminho' },
  unknownStep: { en: 'Goes to {step}, which is not there', pt: 'Vai para {step}, que não existe' },
  after: { en: 'after {step}', pt: 'depois de {step}' },
  lost: { en: 'No way leads to these steps', pt: 'Nenhum caminho leva a estas etapas' },
  gone: {
    en: 'No longer among the steps, but people of an earlier version are there',
    pt: 'Não está mais entre as etapas, mas pessoas de uma versão anterior estão nela',
  },
} satisfies Record<string, Text>

export const triggerWords: Readonly<Record<Trigger['on'], Text>> = {
  topic_joined: { en: 'Somebody joins a topic', pt: 'Alguém entra em um tópico' },
  segment_entered: { en: 'Somebody comes into a segment', pt: 'Alguém entra em um segmento' },
  event: { en: 'Somebody does something', pt: 'Alguém faz algo' },
  date: { en: 'A date of a person comes', pt: 'Chega uma data da pessoa' },
  api: { en: 'Your program or you add somebody', pt: 'Seu sistema ou você adiciona alguém' },
}

export const triggerLines = {
  topic_joined: { en: 'joins {what}', pt: 'entra em {what}' },
  segment_entered: { en: 'comes into {what}', pt: 'passa a estar em {what}' },
  event: { en: 'does {what}', pt: 'faz {what}' },
  date: { en: 'it is {what}', pt: 'é {what}' },
  api: { en: 'is added by you or your program', pt: 'é adicionada por você ou pelo seu sistema' },
} satisfies Record<Trigger['on'], Text>

/** What the forms of steps ask. */
export const stepForm = {
  choose: { en: 'What shall happen?', pt: 'O que deve acontecer?' },
  add: { en: 'Add a step', pt: 'Adicionar etapa' },
  addBefore: { en: 'Add a step before {step}', pt: 'Adicionar etapa antes de {step}' },
  addTo: { en: 'Add a step to: {way}', pt: 'Adicionar etapa em: {way}' },
  moveUp: { en: 'Move {step} up', pt: 'Mover {step} para cima' },
  moveDown: { en: 'Move {step} down', pt: 'Mover {step} para baixo' },
  removeAbout: {
    en: 'The others are joined. Steps that only this one led to are deleted with it.',
    pt: 'As outras são ligadas entre si. As etapas que só ela alcançava são excluídas junto.',
  },
  key: { en: 'Name of the step', pt: 'Nome da etapa' },
  keyAbout: {
    en: 'Small letters, digits and _. Conditions and figures know the step by it.',
    pt: 'Letras minúsculas, números e _. Condições e números conhecem a etapa por ele.',
  },
  template: { en: 'Template', pt: 'Modelo' },
  chooseTemplate: { en: 'Choose a template', pt: 'Escolha um modelo' },
  noTemplates: {
    en: 'No template has been published yet. An email needs one:',
    pt: 'Nenhum modelo foi publicado ainda. Uma mensagem precisa de um:',
  },
  toTemplates: { en: 'make and publish a template', pt: 'crie e publique um modelo' },
  otherTemplate: {
    en: 'Not there? Only published templates are:',
    pt: 'Não está aqui? Só aparecem os publicados:',
  },
  seeTemplates: { en: 'templates', pt: 'modelos' },
  subject: { en: 'Subject instead of the template’s', pt: 'Assunto no lugar do assunto do modelo' },
  from: { en: 'From instead of the sequence’s', pt: 'Remetente no lugar do da sequência' },
  onMissing: { en: 'If a value of the person is missing', pt: 'Se faltar um valor da pessoa' },
  missingSkip: { en: 'send no email', pt: 'não enviar a mensagem' },
  missingEmpty: { en: 'leave its place empty', pt: 'deixar o lugar vazio' },
  ifCapped: { en: 'If the person has had enough emails', pt: 'Se a pessoa já recebeu o bastante' },
  cappedWait: { en: 'wait', pt: 'esperar' },
  cappedSkip: { en: 'send no email', pt: 'não enviar a mensagem' },
  ifLate: { en: 'If it is more than a day late', pt: 'Se atrasar mais de um dia' },
  lateSend: { en: 'send it all the same', pt: 'enviar mesmo assim' },
  lateSkip: { en: 'send no email', pt: 'não enviar a mensagem' },
  waitSpan: { en: 'Wait', pt: 'Esperar' },
  thenUntil: { en: 'Then until', pt: 'E então até' },
  untilNothing: { en: 'nothing more', pt: 'nada mais' },
  untilTime: { en: 'an hour of the day', pt: 'uma hora do dia' },
  untilDate: { en: 'a date of the person', pt: 'uma data da pessoa' },
  time: { en: "Hour, in the person's time zone", pt: 'Hora, no fuso da pessoa' },
  days: { en: 'Only on', pt: 'Só em' },
  daysAbout: { en: 'None: on any day', pt: 'Nenhum: em qualquer dia' },
  property: { en: 'Date', pt: 'Data' },
  chooseProperty: { en: 'Choose a date', pt: 'Escolha uma data' },
  noDates: {
    en: 'Contacts have no property of the type date.',
    pt: 'Os contatos não têm propriedade do tipo data.',
  },
  shift: { en: 'Moved by', pt: 'Deslocada em' },
  cases: {
    en: 'Conditions, the first that holds is taken',
    pt: 'Condições; vale a primeira que for verdadeira',
  },
  case: { en: 'Condition {n}', pt: 'Condição {n}' },
  addCase: { en: 'Add another condition', pt: 'Adicionar outra condição' },
  removeCase: { en: 'Remove condition {n}', pt: 'Remover condição {n}' },
  weight: { en: 'Weight of way {n}', pt: 'Peso do caminho {n}' },
  addWay: { en: 'Add a way', pt: 'Adicionar caminho' },
  removeWay: { en: 'Remove way {n}', pt: 'Remover caminho {n}' },
  splitAbout: {
    en: 'Weights, not per cent: 1 and 3 is a quarter and three quarters. The same person always goes the same way.',
    pt: 'Pesos, não porcentagens: 1 e 3 são um quarto e três quartos. A mesma pessoa segue sempre o mesmo caminho.',
  },
  event: { en: 'Activity', pt: 'Atividade' },
  eventAbout: {
    en: 'As your program names it, such as order.paid',
    pt: 'Como o seu sistema a chama, por exemplo order.paid',
  },
  within: { en: 'At most', pt: 'No máximo' },
  since: { en: 'What counts', pt: 'O que conta' },
  sinceEntry: {
    en: 'also what came since they entered the sequence',
    pt: 'também o que veio desde que a pessoa entrou na sequência',
  },
  sinceStep: { en: 'only what comes from this step on', pt: 'só o que vier desta etapa em diante' },
  wheres: { en: 'Only if its data fit', pt: 'Só se os dados combinarem' },
  where: { en: 'Field {n} of the data', pt: 'Campo {n} dos dados' },
  whereKind: { en: 'Kind of value', pt: 'Tipo do valor' },
  whereValue: { en: 'Value', pt: 'Valor' },
  whereEntry: {
    en: 'as in the activity that let them in',
    pt: 'igual ao da atividade que deu entrada',
  },
  kindText: { en: 'text', pt: 'texto' },
  kindNumber: { en: 'number', pt: 'número' },
  kindBoolean: { en: 'yes or no', pt: 'sim ou não' },
  addWhere: { en: 'Add a field of the data', pt: 'Adicionar campo dos dados' },
  removeWhere: { en: 'Remove field {n}', pt: 'Remover campo {n}' },
  fields: { en: 'Fields to write', pt: 'Campos a gravar' },
  field: { en: 'Field', pt: 'Campo' },
  addField: { en: 'Add a field', pt: 'Adicionar campo' },
  removeField: { en: 'Remove {field}', pt: 'Remover {field}' },
  topic: { en: 'Topic', pt: 'Tópico' },
  action: { en: 'What happens', pt: 'O que acontece' },
  join: { en: 'join, where there is consent', pt: 'entra, se houver consentimento' },
  leave: { en: 'leave', pt: 'sai' },
  segment: { en: 'List of people', pt: 'Lista de pessoas' },
  noLists: {
    en: 'There is no segment of the kind list yet.',
    pt: 'Ainda não há segmento do tipo lista.',
  },
  putIn: { en: 'add', pt: 'adicionar' },
  takeOut: { en: 'remove', pt: 'retirar' },
  webhookName: { en: 'Name', pt: 'Nome' },
  data: { en: 'Data (JSON)', pt: 'Dados (JSON)' },
  badJson: {
    en: 'This is not valid JSON; it is not saved.',
    pt: 'Isto não é um JSON válido; não será salvo.',
  },
  sequence: { en: 'Sequence', pt: 'Sequência' },
  choose1: { en: 'Choose', pt: 'Escolha' },
  reason: { en: 'Reason', pt: 'Motivo' },
  reasonAbout: {
    en: 'goal counts as a goal that was reached; empty: done',
    pt: 'goal conta como meta atingida; vazio: done',
  },
  andThen: { en: 'Goes on with', pt: 'Segue em' },
  stepSaved: { en: 'Step saved.', pt: 'Etapa salva.' },
  stepAdded: { en: 'Step added.', pt: 'Etapa adicionada.' },
  whichLetter: { en: 'Which email', pt: 'Qual mensagem' },
} satisfies Record<string, Text>

export const figureWords = {
  here: {
    en: { one: '{n} here now', other: '{n} here now' },
    pt: { one: '{n} aqui agora', other: '{n} aqui agora' },
  },
  came: {
    en: { one: '{n} came', other: '{n} came' },
    pt: { one: '{n} chegou', other: '{n} chegaram' },
  },
  sent: {
    en: { one: '{n} sent', other: '{n} sent' },
    pt: { one: '{n} enviada', other: '{n} enviadas' },
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
    en: { one: '{n} left here', other: '{n} left here' },
    pt: { one: '{n} saiu aqui', other: '{n} saíram aqui' },
  },
  goal: {
    en: { one: '{n} reached the goal', other: '{n} reached the goal' },
    pt: { one: '{n} atingiu a meta', other: '{n} atingiram a meta' },
  },
} satisfies Record<string, Plural>

/** Why letters and steps were skipped, in a word or two. */
export const skipWords = {
  template: { en: 'no template', pt: 'sem modelo' },
  no_variant: { en: 'no text in their language', pt: 'sem texto no idioma' },
  missing_value: { en: 'a value is missing', pt: 'falta um valor' },
  suppressed: { en: 'suppressed', pt: 'suprimida' },
  patience: { en: 'waited too long for a place', pt: 'esperou demais por uma vaga' },
  late: { en: 'too late', pt: 'atrasada demais' },
  capped: { en: 'enough emails', pt: 'mensagens demais' },
  error: { en: 'no email came of it', pt: 'não resultou em mensagem' },
  sandbox: { en: 'the account may not write to them yet', pt: 'a conta ainda não pode escrever' },
  snoozed: { en: 'they have paused', pt: 'a pessoa pausou' },
  not_confirmed: { en: 'not confirmed', pt: 'falta confirmar' },
  unsubscribed_topic: { en: 'not in the topic', pt: 'fora do tópico' },
  topic: { en: 'the topic is gone', pt: 'o tópico não existe mais' },
  segment: { en: 'the list is gone', pt: 'a lista não existe mais' },
  fields: { en: 'a field does not fit', pt: 'um campo não serve' },
  sequence: { en: 'the other sequence is closed', pt: 'a outra sequência está fechada' },
  reentry: { en: 'may not come in again', pt: 'não pode entrar de novo' },
} satisfies Record<string, Text>
