/** Words about the pictures of a project. */
import type { Plural, Text } from '../../ui/words.tsx'

export const files = {
  title: { en: 'Pictures', pt: 'Imagens' },
  about: {
    en: 'For emails and pages of the project, in both modes. Whoever has the address of one sees it.',
    pt: 'Para mensagens e páginas do projeto, nos dois modos. Quem tem o endereço de uma imagem a vê.',
  },
  none: { en: 'No pictures yet', pt: 'Nenhuma imagem ainda' },
  noneAbout: {
    en: 'What you upload here can be chosen in emails, products and as the logo.',
    pt: 'O que você enviar aqui pode ser escolhido em mensagens, produtos e como logotipo.',
  },
  upload: { en: 'Choose pictures', pt: 'Escolher imagens' },
  drop: { en: 'or drop them here', pt: 'ou solte-as aqui' },
  kinds: {
    en: 'PNG, JPEG, GIF or WebP, up to 5 MB. They are turned upright, scaled to 1,600 pixels, and lose their place and camera data.',
    pt: 'PNG, JPEG, GIF ou WebP, até 5 MB. São endireitadas, reduzidas a 1.600 pixels e perdem os dados de local e câmera.',
  },
  uploading: { en: 'Uploading {name}', pt: 'Enviando {name}' },
  uploaded: {
    en: { one: '{n} picture uploaded', other: '{n} pictures uploaded' },
    pt: { one: '{n} imagem enviada', other: '{n} imagens enviadas' },
  },
  refused: { en: '{name}: {why}', pt: '{name}: {why}' },
  picture: { en: 'Picture', pt: 'Imagem' },
  filename: { en: 'File name', pt: 'Nome do arquivo' },
  alt: { en: 'Alt text', pt: 'Texto alternativo' },
  altAbout: {
    en: 'Read out, and shown where pictures are off. Proposed wherever you choose this picture.',
    pt: 'É lido em voz alta e aparece quando imagens estão desligadas. Sugerido onde você escolher esta imagem.',
  },
  noAlt: { en: 'Not described', pt: 'Sem descrição' },
  size: { en: 'Size', pt: 'Tamanho' },
  pixels: { en: '{width} × {height}', pt: '{width} × {height}' },
  removeAbout: {
    en: 'Its address stops working, in emails that were sent as well. What is in use is not deleted.',
    pt: 'O endereço deixa de funcionar, também nas mensagens já enviadas. O que está em uso não é excluído.',
  },
  choose: { en: 'Choose picture', pt: 'Escolher imagem' },
  chooseOne: { en: 'Choose {name}', pt: 'Escolher {name}' },
} satisfies Record<string, Text | Plural>
