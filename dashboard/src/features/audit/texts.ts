/** Words about the audit log. */
export const audit = {
  title: { en: 'Audit log', pt: 'Registro de auditoria' },
  about: {
    en: 'Who changed what in the account, for a year.',
    pt: 'Quem alterou o quê na conta, por um ano.',
  },
  action: { en: 'Action', pt: 'Ação' },
  actor: { en: 'Who', pt: 'Quem' },
  actorId: { en: 'Who (usr_… or key_…)', pt: 'Quem (usr_… ou key_…)' },
  target: { en: 'What', pt: 'O quê' },
  targetId: { en: 'What (an id)', pt: 'O quê (um id)' },
  changed: { en: 'Changed', pt: 'Alterado' },
  malote: { en: 'Malote', pt: 'Malote' },
  when: { en: 'When', pt: 'Quando' },
  since: { en: 'From day', pt: 'Desde o dia' },
  until: { en: 'Up to day', pt: 'Até o dia' },
  actionPlace: { en: 'Action, such as domain.', pt: 'Ação, como domain.' },
  none: { en: 'Nothing was changed yet.', pt: 'Nada foi alterado ainda.' },
  noneFit: { en: 'No record fits the filters.', pt: 'Nenhum registro atende aos filtros.' },
}
