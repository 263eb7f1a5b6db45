/** What each group of calls is for, as the OpenAPI document and the collection of calls say it. */
export const tagDescriptions: Readonly<Record<string, string>> = {
  emails: 'Send emails, one or many, and see what became of each.',
  events: 'What happened to emails, newest first.',
  webhooks: 'Addresses that are told of events as they happen, and what was posted to them.',
  suppressions: 'Addresses that nothing is sent to, and why.',
  notices: 'What an account has to know: limits that come near, domains that fail.',
  requests: 'What programs asked of this API and were answered.',
  domains: 'Names to send from, their DNS records and keys.',
  contacts: 'People, what is known of them and what they agreed to.',
  contactProperties: 'Fields of your own that contacts have.',
  topics: 'What people subscribe to and leave.',
  segments: 'People who fulfil a condition, or who were put on a list.',
  activity:
    'What people did elsewhere, such as paid orders; it starts sequences and fills segments.',
  forms: 'Forms by which people subscribe themselves.',
  marketingSettings:
    'What holds for all that is sent to many, such as how often one person is written to.',
  imports: 'Files of contacts, looked at, tried, run and undone.',
  templates: 'Letters with languages, variables and versions.',
  savedBlocks: 'Parts of letters kept for the next one.',
  startingLetters: 'Finished letters to begin a template with.',
  files: 'Pictures for letters.',
  campaigns: 'One letter to many people, from audience to report.',
  sequences: 'Letters that each person gets in a time of their own.',
  testClock: 'The clock of test mode, which can be turned forward.',
}
