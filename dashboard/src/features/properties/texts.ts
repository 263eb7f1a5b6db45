/** Words about the fields that a project gives its contacts. */
import type { Text } from '../../ui/words.tsx'

export const properties = {
  title: { en: 'Properties', pt: 'Propriedades' },
  about: {
    en: 'Fields of your own for contacts, to be used in segments and emails.',
    pt: 'Campos próprios dos contatos, para usar em segmentos e mensagens.',
  },
  key: { en: 'Key', pt: 'Chave' },
  keyAbout: {
    en: 'What emails call it: small letters, digits and _.',
    pt: 'Como as mensagens a chamam: letras minúsculas, dígitos e _.',
  },
  label: { en: 'Label', pt: 'Rótulo' },
  labelAbout: { en: 'What people read instead of the key', pt: 'O que se lê no lugar da chave' },
  type: { en: 'Type', pt: 'Tipo' },
  fallback: { en: 'Where there is no value', pt: 'Onde não há valor' },
  fallbackAbout: {
    en: 'Emails say this to people without a value. Empty: nothing.',
    pt: 'As mensagens dizem isto a quem não tem valor. Vazio: nada.',
  },
  listAbout: { en: 'One item a line', pt: 'Um item por linha' },
  add: { en: 'Add property', pt: 'Adicionar propriedade' },
  none: { en: 'No properties yet', pt: 'Ainda não há propriedades' },
  noneAbout: {
    en: 'A city, a plan, the day of a birthday: whatever you know of people.',
    pt: 'Uma cidade, um plano, um aniversário: o que você souber das pessoas.',
  },
  removeAbout: {
    en: 'All contacts lose their value of {key}.',
    pt: 'Todos os contatos perdem o valor de {key}.',
  },
  string: { en: 'Text', pt: 'Texto' },
  number: { en: 'Number', pt: 'Número' },
  boolean: { en: 'Yes or no', pt: 'Sim ou não' },
  date: { en: 'Date', pt: 'Data' },
  list: { en: 'List', pt: 'Lista' },
  url: { en: 'Link', pt: 'Link' },
} satisfies Record<string, Text>
