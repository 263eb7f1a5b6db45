/** Words of the editor of letters. */
import type { Plural, Text } from '../../ui/words.tsx'
import type { BlockType, Network } from './design.ts'

export const letters = {
  subject: { en: 'Subject', pt: 'Assunto' },
  preheader: { en: 'Preheader', pt: 'Pré-cabeçalho' },
  preheaderAbout: {
    en: 'Shown beside the subject in the list of emails.',
    pt: 'Aparece ao lado do assunto na lista de mensagens.',
  },
  side: { en: 'Write or look', pt: 'Escrever ou ver' },
  edit: { en: 'Write', pt: 'Escrever' },
  written: { en: 'Written as', pt: 'Escrita em' },
  design: { en: 'Blocks', pt: 'Blocos' },
  html: { en: 'HTML', pt: 'HTML' },
  mjml: { en: 'MJML', pt: 'MJML' },
  layoutAbout: {
    en: 'The email goes where {{ content }} stands, once.',
    pt: 'A mensagem entra onde está {{ content }}, uma vez.',
  },
  switchTo: { en: 'Write it as {kind}?', pt: 'Escrever em {kind}?' },
  switchAbout: {
    en: 'What is written as {before} cannot be carried over: you begin anew. Until you leave this page you can switch back and have it again.',
    pt: 'O que está escrito em {before} não pode ser convertido: você começa do zero. Enquanto não sair desta página, dá para voltar e ter tudo de novo.',
  },
  textPart: { en: 'Plain text', pt: 'Texto simples' },
  textMade: { en: 'Generated automatically', pt: 'Gerado automaticamente' },
  textOwn: { en: 'Written separately', pt: 'Escrito à parte' },
  textNone: { en: 'None', pt: 'Nenhum' },
  textAbout: {
    en: 'For programs that show no HTML; some filters count its absence as a bad sign.',
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
  languageThere: { en: 'It is there already.', pt: 'Já existe.' },
  copyFrom: { en: 'Begins with', pt: 'Começa com' },
  copyOf: { en: 'A copy of {language}', pt: 'Uma cópia de {language}' },
  beginEmpty: { en: 'An empty email', pt: 'Uma mensagem vazia' },
  isHome: { en: 'For all other languages', pt: 'Para todos os outros idiomas' },
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
  keys: {
    en: 'Alt with the arrow keys moves the block that has the focus.',
    pt: 'Alt com as setas move o bloco que está em foco.',
  },
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
  src: { en: 'Address of the image', pt: 'Endereço da imagem' },
  alt: { en: 'What it shows', pt: 'O que ela mostra' },
  altAbout: {
    en: 'Read out, and shown where images are off. Empty: it is only decoration.',
    pt: 'É lido em voz alta e aparece quando imagens estão desligadas. Vazio: é só decoração.',
  },
  href: { en: 'Leads to', pt: 'Leva para' },
  width: { en: 'Width in pixels', pt: 'Largura em pixels' },
  widthAbout: { en: 'Empty: as wide as the email.', pt: 'Vazio: toda a largura.' },
  full_width: { en: 'As wide as the email', pt: 'Toda a largura' },
  columnCount: { en: 'Columns', pt: 'Colunas' },
  height: { en: 'Height in pixels', pt: 'Altura em pixels' },
  network: { en: 'Network', pt: 'Rede' },
  addLink: { en: 'Add link', pt: 'Adicionar link' },
  removeLink: { en: 'Delete the link to {network}', pt: 'Excluir o link para {network}' },
  image: { en: 'Address of the image', pt: 'Endereço da imagem' },
  title: { en: 'Name', pt: 'Nome' },
  about: { en: 'Description', pt: 'Descrição' },
  price: { en: 'Price', pt: 'Preço' },
  button: { en: 'Words of the button', pt: 'Texto do botão' },
  code: { en: 'Code', pt: 'Código' },
  codeAbout: {
    en: 'Shown large and on its own, such as a coupon.',
    pt: 'Aparece grande e sozinho, como um cupom.',
  },
  html: { en: 'HTML', pt: 'HTML' },
  htmlAbout: {
    en: 'Goes into the email as it is; scripts do not run in mail.',
    pt: 'Entra na mensagem como está; scripts não rodam em e-mails.',
  },
  footer: {
    en: 'Words before address and unsubscribe link',
    pt: 'Texto antes do endereço e do link de descadastro',
  },
  footerAbout: {
    en: 'The postal address and the link to unsubscribe are added by themselves.',
    pt: 'O endereço postal e o link para se descadastrar entram sozinhos.',
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
  fallback: { en: 'For those who have none', pt: 'Para quem não tem' },
  fallbackAbout: {
    en: 'Empty: whoever has no value does not get the email.',
    pt: 'Vazio: quem não tem o valor não recebe a mensagem.',
  },
  doInsert: { en: 'Insert', pt: 'Inserir' },
  ofContact: { en: 'Of the person', pt: 'Da pessoa' },
  ofLetter: { en: 'Of the email', pt: 'Da mensagem' },
  ofTemplate: { en: 'Of the template', pt: 'Do modelo' },
  unsubscribe_url: { en: 'Link to unsubscribe', pt: 'Link para se descadastrar' },
  preferences_url: { en: 'Link to preferences', pt: 'Link para preferências' },
  web_view_url: { en: 'Link to the email in the browser', pt: 'Link para ver no navegador' },
  'project.name': { en: 'Name of the project', pt: 'Nome do projeto' },
  'topic.name': { en: 'Name of the topic', pt: 'Nome do tópico' },
  today: { en: 'Today', pt: 'Hoje' },
} satisfies Record<string, Text>

export const previewTexts = {
  title: { en: 'Preview', pt: 'Prévia' },
  nothingYet: { en: 'Nothing is written yet.', pt: 'Nada foi escrito ainda.' },
  look: { en: 'Shown as', pt: 'Mostrar como' },
  desktop: { en: 'Desktop', pt: 'Computador' },
  phone: { en: 'Phone', pt: 'Celular' },
  dark: { en: 'Dark', pt: 'Escuro' },
  text: { en: 'Text', pt: 'Texto' },
  person: { en: 'As it reads for', pt: 'Como fica para' },
  nobody: { en: 'Nobody in particular', pt: 'Ninguém em especial' },
  noneFound: { en: 'No contact found', pt: 'Nenhum contato encontrado' },
  bytes: { en: '{bytes} of 102 kB', pt: '{bytes} de 102 kB' },
  tooLarge: {
    en: '{bytes}: Gmail cuts emails over 102 kB.',
    pt: '{bytes}: o Gmail corta mensagens acima de 102 kB.',
  },
  missing: { en: 'Without a value: {names}', pt: 'Sem valor: {names}' },
  images: {
    en: 'Only uploaded images are loaded here; others show their description.',
    pt: 'Só imagens enviadas são carregadas aqui; das outras aparece a descrição.',
  },
  darkAbout: {
    en: 'Roughly as programs show it that darken emails by themselves.',
    pt: 'Mais ou menos como em programas que escurecem mensagens sozinhos.',
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
    en: 'Somebody has changed it meanwhile. What you wrote since is not saved.',
    pt: 'Alguém alterou enquanto isso. O que você escreveu desde então não foi salvo.',
  },
  because: {
    en: 'Your changes are not saved: {why}',
    pt: 'Suas alterações não foram salvas: {why}',
  },
  loadTheirs: { en: 'Load their version', pt: 'Carregar a versão da outra pessoa' },
} satisfies Record<string, Text | Plural>

export const findingTexts = {
  error: { en: 'Must be fixed', pt: 'Precisa ser corrigido' },
  warning: { en: 'Worth a look', pt: 'Vale conferir' },
  info: { en: 'Good to know', pt: 'Bom saber' },
  none: { en: 'No problems found.', pt: 'Nenhum problema encontrado.' },
} satisfies Record<string, Text>
