/** Whoever collects: the operator by hand, or a payment service. */

/** A service has pages of its own for cards and the like, and tells of what is paid there. */
export const isService = (provider: string): boolean => provider !== 'manual'

/** As it calls itself: `mercado_pago` is Mercado Pago. */
export const titleOfService = (provider: string): string =>
  provider
    .split('_')
    .map(word => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')
