/** Letters to begin with, as data: what is taken of one is the caller's own. */
import { Type } from 'typebox'
import { languages } from '#kernel/base/languages.ts'
import { type Route, route } from '#kernel/routes/route.ts'
import { designShape } from './design.ts'
import { startingKeys, startingLetters, startingVariant } from './starting-letters.ts'

const shape = Type.Object(
  {
    key: Type.Enum([...startingKeys]),
    name: Type.String(),
    about: Type.String({ description: 'What it is for.' }),
    language: Type.Enum([...languages]),
    subject: Type.String(),
    preheader: Type.String(),
    design: designShape,
  },
  { $id: 'StartingLetter' },
)

const list = route({
  method: 'GET',
  path: '/v1/starting-letters',
  name: 'startingLetters.list',
  scope: 'read',
  summary: 'List letters to begin with',
  description:
    'What is to be replaced stands in square brackets; links and pictures without an address, too, ' +
    'are found by the check of a template until they are there.',
  query: Type.Object(
    {
      language: Type.Optional(
        Type.Enum([...languages], { description: 'Absent: the language of the call.' }),
      ),
    },
    { additionalProperties: false },
  ),
  success: { status: 200, schema: Type.Object({ data: Type.Array(shape) }) },
  errors: ['invalid_field'],
  handle: async ({ query, language: spoken }) => {
    const language = query.language ?? spoken
    const data = startingLetters.map(letter => ({
      key: letter.key,
      name: letter.name[language],
      about: letter.about[language],
      language,
      ...startingVariant(letter, language),
    }))
    return { status: 200, body: { data } }
  },
})

export const startingLetterRoutes: readonly Route[] = [list]
