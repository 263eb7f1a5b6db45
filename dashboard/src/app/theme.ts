/**
 * How Malote looks: the green of a mail pouch, quiet greys, the fonts that are already there. Colours
 * of text keep 4.5 : 1 against their ground in both schemes (WCAG 1.4.3), which Mantine's own
 * defaults for dimmed text, errors and placeholders do not.
 */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const pouch: MantineColorsTuple = [
  '#e9f7f2',
  '#d0ebe2',
  '#a3d9c6',
  '#72c5a8',
  '#4bb48f',
  '#2b9d78',
  '#128463',
  '#0b6b54',
  '#085745',
  '#04392d',
]

const dark: MantineColorsTuple = [
  '#dfe5e2',
  '#b9c2be',
  '#97a29d',
  '#6b7671',
  '#414a46',
  '#343c39',
  '#282f2c',
  '#141816',
  '#101311',
  '#0b0e0c',
]

const gray: MantineColorsTuple = [
  '#f8faf9',
  '#f1f4f2',
  '#e6eae8',
  '#d8dedb',
  '#c4ccc8',
  '#9aa5a0',
  '#717d78',
  '#525d58',
  '#343d39',
  '#1b211e',
]

export const theme = createTheme({
  primaryColor: 'pouch',
  primaryShade: { light: 7, dark: 7 },
  colors: { pouch, dark, gray },
  black: '#1b211e',
  fontFamily:
    'ui-sans-serif, -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", ' +
    'Arial, sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace',
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.5rem', lineHeight: '1.25' } } },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#56615c',
    '--mantine-color-error': '#b42318',
    '--mantine-color-placeholder': '#6a7671',
    '--mantine-color-anchor': '#0b6b54',
  },
  dark: {
    '--mantine-color-dimmed': '#9eaaa4',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-placeholder': '#8b9792',
    '--mantine-color-anchor': '#72c5a8',
    '--mantine-color-body': '#141816',
    '--mantine-color-default-border': '#343c39',
  },
})
