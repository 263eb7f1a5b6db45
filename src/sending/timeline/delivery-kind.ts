/** The kind of work in the queue that delivers to one recipient; its subject is the email. */
export const deliveryKind = 'delivery'
