/** What a new block says until somebody says something else; the server finds it left (unfinished.ts). */
export const firstWords = {
  heading: { en: 'A heading', pt: 'Um título' },
  text: { en: 'Write here.', pt: 'Escreva aqui.' },
  button: { en: 'See more', pt: 'Ver mais' },
  product: { en: 'Product', pt: 'Produto' },
  code: { en: 'CODE10', pt: 'CODIGO10' },
} as const
