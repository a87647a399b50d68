import document from '../../../docs/sending-logs.md?raw'
import { readRecipes } from './read-recipes.ts'

/** The lines to paste, from the document; tests try them with the programs. */
export const recipes = readRecipes(document)
