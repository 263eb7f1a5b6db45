/**
 * What an identity provider has sent back in the address, as it came: the router writes addresses
 * anew, and a code that looks like a number would be another one afterwards.
 */
import { returnPath } from './paths.ts'

export const returned = window.location.pathname === returnPath ? window.location.search : ''
