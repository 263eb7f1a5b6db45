/** VitePress's theme with the fonts of the reader's machine: nothing is fetched for them. */
import theme from 'vitepress/theme-without-fonts'

export default theme
