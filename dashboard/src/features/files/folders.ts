/** The folders that the project's pictures lie in. */
import { useApi } from '../../api/hooks.ts'

const none: readonly string[] = []

export const useFileFolders = (): readonly string[] =>
  useApi('project.files.folders').data?.data ?? none
