/**
 * How the list is asked for what somebody types. For a part of an address the server looks through
 * the newest entries; to a whole address an index leads, however old its entry is.
 */
export const sought = (text: string): { email: string } | { q: string } =>
  /@.*\./.test(text) ? { email: text } : { q: text }
