/** Words of the operator’s source addresses. */
import type { Plural, Text } from '../../ui/words.tsx'

export const sources = {
  title: { en: 'Addresses', pt: 'Endereços' },
  add: { en: 'Add an address', pt: 'Adicionar endereço' },
  added: { en: '{address} was added.', pt: '{address} foi adicionado.' },
  none: { en: 'The system chooses the address', pt: 'O sistema escolhe o endereço' },
  noneAbout: {
    en: 'Add addresses of this machine to say from which of them mail leaves, and to warm new ones up.',
    pt: 'Adicione endereços desta máquina para dizer de quais os e-mails saem e para aquecer os novos.',
  },
  address: { en: 'IP address', pt: 'Endereço IP' },
  hostname: { en: 'Host name', pt: 'Nome do host' },
  hostnameAbout: {
    en: 'Said in EHLO. DNS should lead from it to the address, and back.',
    pt: 'Dito no EHLO. O DNS deve levar dele ao endereço, e de volta.',
  },
  pool: { en: 'Pool', pt: 'Grupo' },
  poolAbout: {
    en: 'Addresses of a pool share its mail.',
    pt: 'Os endereços de um grupo dividem os e-mails dele.',
  },
  projects: { en: 'Projects', pt: 'Projetos' },
  projectsAbout: {
    en: 'Ids of the projects whose mail leaves from the pool, one in each line. Empty: of all.',
    pt: 'Ids dos projetos cujos e-mails saem do grupo, um por linha. Vazio: de todos.',
  },
  ofProjects: {
    en: { one: '{n} project', other: '{n} projects' },
    pt: { one: '{n} projeto', other: '{n} projetos' },
  },
  start: { en: 'History', pt: 'Histórico' },
  isNew: { en: 'New: warm it up', pt: 'Novo: aquecer' },
  isWarm: { en: 'Has a history: no daily limits', pt: 'Tem histórico: sem limites diários' },
  warming: { en: 'Warming up, stage {n} of 10', pt: 'Em aquecimento, etapa {n} de 10' },
  active: { en: 'Active', pt: 'Ativo' },
  paused: { en: 'Paused', pt: 'Pausado' },
  nowhere: { en: 'On no server', pt: 'Em nenhum servidor' },
  fullOn: {
    en: 'Without limits from {date}, if all days until then are good.',
    pt: 'Sem limites a partir de {date}, se todos os dias até lá forem bons.',
  },
  today: { en: '{provider}: {today} of {limit} today', pt: '{provider}: {today} de {limit} hoje' },
  todayFree: { en: '{provider}: {today} today', pt: '{provider}: {today} hoje' },
  others: {
    en: {
      one: 'Not written to today: {n} provider.',
      other: 'Not written to today: {n} providers.',
    },
    pt: { one: 'Sem envios hoje: {n} provedor.', other: 'Sem envios hoje: {n} provedores.' },
  },
  byPause: { en: 'Paused by hand.', pt: 'Pausado manualmente.' },
  bySlowed: {
    en: 'Its replies ask for less: until {at}.',
    pt: 'As respostas dele pedem menos: até {at}.',
  },
  byStage: {
    en: 'Today’s limit is used up: waits until {at}.',
    pt: 'O limite de hoje acabou: espera até {at}.',
  },
  byRent: {
    en: 'Other servers hold what is left of today.',
    pt: 'O restante do limite de hoje está com outros servidores.',
  },
  keptByResults: {
    en: 'Same stage as before: its replies spoke against this address.',
    pt: 'Mesma etapa de antes: as respostas foram contra este endereço.',
  },
  keptByVolume: {
    en: 'Same stage as before: less than half of the limit was used.',
    pt: 'Mesma etapa de antes: menos da metade do limite foi usada.',
  },
  pause: { en: 'Pause', pt: 'Pausar' },
  pauseWhat: { en: 'Pause {address}', pt: 'Pausar {address}' },
  pauseAbout: {
    en: 'Nothing leaves from it until it is resumed. Its mail goes by the others of the pool, else it waits.',
    pt: 'Nada sai dele até ser retomado. Os e-mails saem pelos outros do grupo; se não houver, esperam.',
  },
  nowPaused: { en: '{address} is paused.', pt: '{address} está pausado.' },
  resume: { en: 'Resume', pt: 'Retomar' },
  resumeWhat: { en: 'Resume {address}', pt: 'Retomar {address}' },
  resumeAbout: {
    en: 'Mail leaves from it again, what waits within minutes.',
    pt: 'Os e-mails voltam a sair dele; o que espera sai em minutos.',
  },
  resumed: {
    en: 'Mail leaves from {address} again.',
    pt: 'Os e-mails voltam a sair de {address}.',
  },
  promote: { en: 'Next stage', pt: 'Próxima etapa' },
  promoteWhat: { en: 'Next stage for {address}', pt: 'Próxima etapa para {address}' },
  promoteAbout: {
    en: 'From now on it may write to twice as many recipients a day, at every provider.',
    pt: 'Ele passa a poder escrever ao dobro de destinatários por dia, em cada provedor.',
  },
  promoted: { en: '{address} is a stage further.', pt: '{address} avançou uma etapa.' },
  changed: { en: '{address} was changed.', pt: '{address} foi alterado.' },
  removeAbout: {
    en: 'Nothing leaves from it any more. What waits for it goes by the others of the pool.',
    pt: 'Nada mais sai dele. O que espera por ele sai pelos outros do grupo.',
  },
} satisfies Record<string, Text | Plural>
