/** A page used by keyboard alone. */
import type { Page } from 'playwright-core'

export const focused = (page: Page) =>
  page.evaluate(
    `document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText`,
  )

/** A dialog takes the focus a moment after it shows; a key pressed before goes to the page behind. */
export const dialogTakesFocus = (page: Page) =>
  page.locator('[role=dialog] :focus').waitFor({ state: 'attached' })

/** Tabs on until the button or the link of this name has the focus. */
export async function reach(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await button
    .or(page.getByRole('link', { name, exact: true }))
    .first()
    .waitFor()
  for (let n = 0; n < 60; n++) {
    if (String(await focused(page)).trim() === name) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${name} cannot be reached by keyboard`)
}
