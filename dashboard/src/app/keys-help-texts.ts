/** Words about keys of the keyboard. */
import type { Text } from '../ui/words.tsx'

export const keysHelp = {
  find: { en: 'Find a page, an email, a person', pt: 'Buscar uma página, um e-mail, uma pessoa' },
  down: {
    en: 'To the first row of the list, then the next',
    pt: 'À primeira linha da lista e à seguinte',
  },
  up: { en: 'To the row before', pt: 'À linha anterior' },
  arrows: { en: 'From row to row, within the list', pt: 'De linha em linha, dentro da lista' },
  help: { en: 'This help', pt: 'Esta ajuda' },
  letters: { en: 'Single-key shortcuts', pt: 'Atalhos de uma só tecla' },
  lettersAbout: {
    en: 'Turn them off if you use speech input or press them by accident. This applies to this browser only.',
    pt: 'Desligue-os se você dita o que outros digitam ou esbarra neles sem querer. Vale para este navegador.',
  },
} satisfies Record<string, Text>
