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
