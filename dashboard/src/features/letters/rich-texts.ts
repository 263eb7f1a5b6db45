/** Words of the toolbar over rich text, by the names that it has for them. */
import type { Text } from '../../ui/words.tsx'

export const richTexts = {
  boldControlLabel: { en: 'Bold', pt: 'Negrito' },
  italicControlLabel: { en: 'Italic', pt: 'Itálico' },
  underlineControlLabel: { en: 'Underline', pt: 'Sublinhado' },
  linkControlLabel: { en: 'Link', pt: 'Link' },
  unlinkControlLabel: { en: 'Remove link', pt: 'Remover link' },
  bulletListControlLabel: { en: 'List', pt: 'Lista' },
  orderedListControlLabel: { en: 'Numbered list', pt: 'Lista numerada' },
  linkEditorInputLabel: { en: 'Address', pt: 'Endereço' },
  linkEditorInputPlaceholder: { en: 'https://', pt: 'https://' },
  linkEditorSave: { en: 'Save', pt: 'Salvar' },
  linkEditorExternalLink: { en: 'Open in a new tab', pt: 'Abrir em nova aba' },
  linkEditorInternalLink: { en: 'Open in the same tab', pt: 'Abrir na mesma aba' },
} satisfies Record<string, Text>

export const richTools = {
  colour: { en: 'Text colour', pt: 'Cor do texto' },
  otherColour: { en: 'Another colour', pt: 'Outra cor' },
  noColour: { en: 'No colour', pt: 'Sem cor' },
  size: { en: 'Text size', pt: 'Tamanho do texto' },
  small: { en: 'Small', pt: 'Pequeno' },
  usual: { en: 'Normal', pt: 'Normal' },
  large: { en: 'Large', pt: 'Grande' },
  huge: { en: 'Very large', pt: 'Muito grande' },
  emoji: { en: 'Emoji', pt: 'Emoji' },
} satisfies Record<string, Text>

/** All of them can be read on white. */
export const wordColours: readonly { readonly value: string; readonly name: Text }[] = [
  { value: '#b91c1c', name: { en: 'Red', pt: 'Vermelho' } },
  { value: '#c2410c', name: { en: 'Orange', pt: 'Laranja' } },
  { value: '#15803d', name: { en: 'Green', pt: 'Verde' } },
  { value: '#0f766e', name: { en: 'Teal', pt: 'Verde-azulado' } },
  { value: '#1d4ed8', name: { en: 'Blue', pt: 'Azul' } },
  { value: '#7e22ce', name: { en: 'Purple', pt: 'Roxo' } },
  { value: '#be185d', name: { en: 'Pink', pt: 'Rosa' } },
  { value: '#52525b', name: { en: 'Grey', pt: 'Cinza' } },
]
