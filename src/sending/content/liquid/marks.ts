/** Characters that are none (Unicode §23.7), which mark places in a letter while it is made. */

export const linkStart = '\uFDD0'
export const linkEnd = '\uFDD1'
export const pageEnd = '\uFDD2'
/** Where a letter for nobody has no value to print. */
export const holeMark = '\uFDD3'

const marks = /[\uFDD0-\uFDD3]/g

export const withoutMarks = (text: string): string => text.replace(marks, '')
