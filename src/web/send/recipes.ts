import document from '../../../docs/sending-logs.md?raw'
import { readRecipes } from './read-recipes.ts'

/** The lines to paste: those of the document, which tests try with the programs. */
export const recipes = readRecipes(document)
