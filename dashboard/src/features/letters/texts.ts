/** Words of the editor of letters. */
import type { Plural, Text } from '../../ui/words.tsx'
import type { BlockType, Network } from './design.ts'

export const letters = {
  subject: { en: 'Subject', pt: 'Assunto' },
  preheader: { en: 'Preheader', pt: 'Pré-cabeçalho' },
  preheaderAbout: {
    en: 'Shown after the subject in the inbox.',
    pt: 'Aparece depois do assunto na caixa de entrada.',
  },
  side: { en: 'Edit or preview', pt: 'Editar ou ver' },
  edit: { en: 'Edit', pt: 'Editar' },
  written: { en: 'Editor', pt: 'Editor' },
  design: { en: 'Blocks', pt: 'Blocos' },
  html: { en: 'HTML', pt: 'HTML' },
  mjml: { en: 'MJML', pt: 'MJML' },
  layoutAbout: {
    en: 'The email goes where {{ content }} is, once.',
    pt: 'A mensagem entra onde está {{ content }}, uma vez.',
  },
  switchTo: { en: 'Switch to {kind}?', pt: 'Mudar para {kind}?' },
  switchAbout: {
    en: 'What you wrote in {before} cannot be converted: you start from scratch. Until you leave this page, switching back brings it back.',
    pt: 'O que está escrito em {before} não pode ser convertido: você começa do zero. Enquanto não sair desta página, dá para voltar e ter tudo de novo.',
  },
  textPart: { en: 'Plain text', pt: 'Texto simples' },
  textMade: { en: 'Generated automatically', pt: 'Gerado automaticamente' },
  textOwn: { en: 'Written separately', pt: 'Escrito à parte' },
  textNone: { en: 'None', pt: 'Nenhum' },
  textAbout: {
    en: 'For apps that show no HTML; some spam filters count its absence against you.',
    pt: 'Para programas que não mostram HTML; alguns filtros contam a falta como mau sinal.',
  },
  languages: { en: 'Languages of the email', pt: 'Idiomas da mensagem' },
  addLanguage: { en: 'Add language', pt: 'Adicionar idioma' },
  languageTag: { en: 'Language', pt: 'Idioma' },
  languageTagAbout: {
    en: 'A code such as pt, en or es-MX.',
    pt: 'Um código como pt, en ou es-MX.',
  },
  languageWrong: { en: 'Not a language code.', pt: 'Não é um código de idioma.' },
  languageThere: { en: 'Already added.', pt: 'Já foi adicionado.' },
  copyFrom: { en: 'Start from', pt: 'Começar de' },
  copyOf: { en: 'A copy of {language}', pt: 'Uma cópia de {language}' },
  beginEmpty: { en: 'A blank email', pt: 'Uma mensagem em branco' },
  isHome: { en: 'Used for all other languages', pt: 'Usada para todos os outros idiomas' },
  makeHome: { en: 'Use for all other languages', pt: 'Usar para todos os outros idiomas' },
  removeLanguage: {
    en: 'The email in this language is deleted.',
    pt: 'A mensagem neste idioma é excluída.',
  },
} satisfies Record<string, Text>

export const blockTexts = {
  blocks: { en: 'Blocks of the email', pt: 'Blocos da mensagem' },
  column: { en: 'Column {n}', pt: 'Coluna {n}' },
  add: { en: 'Add block', pt: 'Adicionar bloco' },
  addTo: { en: 'Add block to {where}', pt: 'Adicionar bloco em {where}' },
  full: { en: 'An email has at most {n} blocks.', pt: 'Uma mensagem tem no máximo {n} blocos.' },
  none: {
    en: 'No blocks yet. Add the first one.',
    pt: 'Ainda não há blocos. Adicione o primeiro.',
  },
  up: { en: 'Move up', pt: 'Mover para cima' },
  down: { en: 'Move down', pt: 'Mover para baixo' },
  copy: { en: 'Duplicate', pt: 'Duplicar' },
  remove: { en: 'Delete', pt: 'Excluir' },
  act: { en: '{act}: {block}', pt: '{act}: {block}' },
  name: { en: '{type}, block {n} of {all}', pt: '{type}, bloco {n} de {all}' },
  keys: { en: 'Alt + ↑/↓ moves the selected block.', pt: 'Alt + ↑/↓ move o bloco selecionado.' },
  movedTo: { en: 'Now block {n} of {all}', pt: 'Agora é o bloco {n} de {all}' },
  removedOne: { en: 'Block deleted.', pt: 'Bloco excluído.' },
  undo: { en: 'Undo', pt: 'Desfazer' },
  empty: { en: 'empty', pt: 'vazio' },
  text: { en: 'Text', pt: 'Texto' },
  level: { en: 'Size', pt: 'Tamanho' },
  level1: { en: 'Large', pt: 'Grande' },
  level2: { en: 'Medium', pt: 'Médio' },
  level3: { en: 'Small', pt: 'Pequeno' },
  align: { en: 'Alignment', pt: 'Alinhamento' },
  left: { en: 'Left', pt: 'Esquerda' },
  center: { en: 'Centre', pt: 'Centro' },
  right: { en: 'Right', pt: 'Direita' },
  src: { en: 'Image address', pt: 'Endereço da imagem' },
  alt: { en: 'Alt text', pt: 'Texto alternativo' },
  altAbout: {
    en: 'Read aloud, and shown when images are off. Leave empty for decoration.',
    pt: 'É lido em voz alta e aparece quando as imagens estão desligadas. Deixe vazio se for só decoração.',
  },
  href: { en: 'Link', pt: 'Link' },
  width: { en: 'Width in pixels', pt: 'Largura em pixels' },
  widthAbout: { en: 'Empty: full width.', pt: 'Vazio: toda a largura.' },
  full_width: { en: 'Full width', pt: 'Toda a largura' },
  columnCount: { en: 'Columns', pt: 'Colunas' },
  height: { en: 'Height in pixels', pt: 'Altura em pixels' },
  network: { en: 'Network', pt: 'Rede' },
  addLink: { en: 'Add link', pt: 'Adicionar link' },
  removeLink: { en: 'Delete the link to {network}', pt: 'Excluir o link para {network}' },
  image: { en: 'Image address', pt: 'Endereço da imagem' },
  title: { en: 'Name', pt: 'Nome' },
  about: { en: 'Description', pt: 'Descrição' },
  price: { en: 'Price', pt: 'Preço' },
  button: { en: 'Button text', pt: 'Texto do botão' },
  code: { en: 'Code', pt: 'Código' },
  codeAbout: {
    en: 'Shown large on a line of its own, such as a coupon.',
    pt: 'Aparece grande e sozinho, como um cupom.',
  },
  html: { en: 'HTML', pt: 'HTML' },
  htmlAbout: {
    en: 'Goes into the email as it is; scripts do not run in mail.',
    pt: 'Entra na mensagem como está; scripts não rodam em e-mails.',
  },
  footer: {
    en: 'Text before the address and unsubscribe link',
    pt: 'Texto antes do endereço e do link de descadastro',
  },
  footerAbout: {
    en: 'The postal address and the unsubscribe link are added automatically.',
    pt: 'O endereço postal e o link de descadastro são adicionados automaticamente.',
  },
  style: { en: 'Colours and fonts', pt: 'Cores e fonte' },
  background: { en: 'Around the email', pt: 'Em volta da mensagem' },
  body: { en: 'Background of the email', pt: 'Fundo da mensagem' },
  ink: { en: 'Text', pt: 'Texto' },
  accent: { en: 'Buttons and links', pt: 'Botões e links' },
  font: { en: 'Font', pt: 'Fonte' },
  sans: { en: 'Sans serif', pt: 'Sem serifa' },
  serif: { en: 'Serif', pt: 'Com serifa' },
  mono: { en: 'Monospace', pt: 'Monoespaçada' },
  letterWidth: { en: 'Width (480 to 720)', pt: 'Largura (480 a 720)' },
} satisfies Record<string, Text>

export const blockNames: Readonly<Record<BlockType, Text>> = {
  heading: { en: 'Heading', pt: 'Título' },
  text: { en: 'Text', pt: 'Texto' },
  image: { en: 'Image', pt: 'Imagem' },
  button: { en: 'Button', pt: 'Botão' },
  columns: { en: 'Columns', pt: 'Colunas' },
  product: { en: 'Product', pt: 'Produto' },
  divider: { en: 'Line', pt: 'Linha' },
  spacer: { en: 'Space', pt: 'Espaço' },
  social: { en: 'Social networks', pt: 'Redes sociais' },
  code: { en: 'Code', pt: 'Código' },
  html: { en: 'HTML', pt: 'HTML' },
  footer: { en: 'Footer', pt: 'Rodapé' },
}

export const networkNames: Readonly<Record<Network, Text>> = {
  site: { en: 'Website', pt: 'Site' },
  instagram: { en: 'Instagram', pt: 'Instagram' },
  facebook: { en: 'Facebook', pt: 'Facebook' },
  linkedin: { en: 'LinkedIn', pt: 'LinkedIn' },
  youtube: { en: 'YouTube', pt: 'YouTube' },
  x: { en: 'X', pt: 'X' },
  whatsapp: { en: 'WhatsApp', pt: 'WhatsApp' },
  tiktok: { en: 'TikTok', pt: 'TikTok' },
}

/** What a new block says until somebody says something else. */
export const firstWords = {
  heading: { en: 'A heading', pt: 'Um título' },
  text: { en: 'Write here.', pt: 'Escreva aqui.' },
  button: { en: 'See more', pt: 'Ver mais' },
  product: { en: 'Product', pt: 'Produto' },
  code: { en: 'CODE10', pt: 'CODIGO10' },
} satisfies Record<string, Text>

export const valueTexts = {
  insert: { en: 'Insert a value', pt: 'Inserir um valor' },
  insertInto: { en: 'Insert a value into {field}', pt: 'Inserir um valor em {field}' },
  value: { en: 'Value', pt: 'Valor' },
  fallback: { en: 'If the person has none', pt: 'Se a pessoa não tiver' },
  fallbackAbout: {
    en: 'Empty: people without a value do not get the email.',
    pt: 'Vazio: quem não tem o valor não recebe a mensagem.',
  },
  doInsert: { en: 'Insert', pt: 'Inserir' },
  ofContact: { en: 'Contact', pt: 'Contato' },
  ofLetter: { en: 'Email', pt: 'Mensagem' },
  ofTemplate: { en: 'Template', pt: 'Modelo' },
  unsubscribe_url: { en: 'Link to unsubscribe', pt: 'Link para se descadastrar' },
  preferences_url: { en: 'Link to preferences', pt: 'Link para preferências' },
  web_view_url: { en: 'Link to the email in the browser', pt: 'Link para ver no navegador' },
  'project.name': { en: 'Name of the project', pt: 'Nome do projeto' },
  'topic.name': { en: 'Name of the topic', pt: 'Nome do tópico' },
  today: { en: 'Today', pt: 'Hoje' },
} satisfies Record<string, Text>

export const previewTexts = {
  title: { en: 'Preview', pt: 'Prévia' },
  nothingYet: { en: 'Nothing written yet.', pt: 'Nada foi escrito ainda.' },
  look: { en: 'Shown as', pt: 'Mostrar como' },
  desktop: { en: 'Desktop', pt: 'Computador' },
  phone: { en: 'Phone', pt: 'Celular' },
  dark: { en: 'Dark', pt: 'Escuro' },
  text: { en: 'Text', pt: 'Texto' },
  person: { en: 'Preview as', pt: 'Ver como' },
  nobody: { en: 'Sample contact', pt: 'Contato de exemplo' },
  noneFound: { en: 'No contact found', pt: 'Nenhum contato encontrado' },
  bytes: { en: '{bytes} of 102 kB', pt: '{bytes} de 102 kB' },
  tooLarge: {
    en: '{bytes}: Gmail cuts emails over 102 kB.',
    pt: '{bytes}: o Gmail corta mensagens acima de 102 kB.',
  },
  missing: { en: 'Without a value: {names}', pt: 'Sem valor: {names}' },
  images: {
    en: 'Only uploaded images load in this preview; others show their alt text.',
    pt: 'Só imagens enviadas carregam nesta prévia; das outras aparece o texto alternativo.',
  },
  darkAbout: {
    en: 'An approximation of apps that darken emails by themselves.',
    pt: 'Uma aproximação de programas que escurecem mensagens sozinhos.',
  },
  noText: { en: 'This email has no plain text.', pt: 'Esta mensagem não tem texto simples.' },
  noSubject: { en: '(no subject)', pt: '(sem assunto)' },
} satisfies Record<string, Text>

export const savingTexts = {
  saved: { en: 'Draft saved', pt: 'Rascunho salvo' },
  waiting: { en: 'Not saved yet…', pt: 'Ainda não salvo…' },
  saving: { en: 'Saving…', pt: 'Salvando…' },
  refused: { en: 'Not saved', pt: 'Não salvo' },
  meanwhile: {
    en: 'Somebody else changed it in the meantime. What you wrote since is not saved.',
    pt: 'Outra pessoa alterou enquanto isso. O que você escreveu desde então não foi salvo.',
  },
  because: {
    en: 'Your changes are not saved: {why}',
    pt: 'Suas alterações não foram salvas: {why}',
  },
  loadTheirs: { en: 'Load their version', pt: 'Carregar a versão da outra pessoa' },
} satisfies Record<string, Text | Plural>

export const findingTexts = {
  error: { en: 'Blocks sending', pt: 'Impede o envio' },
  warning: { en: 'Warning', pt: 'Atenção' },
  info: { en: 'Note', pt: 'Nota' },
  none: { en: 'No problems found.', pt: 'Nenhum problema encontrado.' },
} satisfies Record<string, Text>
