import type { Block, BlockKind } from './content.rules.ts'
import { blockKinds, contentLimits, newBlocks } from './content.rules.ts'

/** A change to the list of blocks, as the value of a button: `add`, `up.2`. */
type BlockChange =
  | { change: 'add'; kind: BlockKind }
  | { change: 'up' | 'down' | 'remove'; index: number }

/** The change of a button; `chosen` is the kind of block to add. */
export const blockChangeOf = (intent: string, chosen: string): BlockChange | null => {
  const [change, of = ''] = intent.split('.')
  const kind = blockKinds.find((one) => one === chosen)
  if (change === 'add') return kind ? { change, kind } : null
  if (change !== 'up' && change !== 'down' && change !== 'remove') return null
  return /^\d{1,2}$/.test(of) ? { change, index: Number(of) } : null
}

/** The blocks after a change, and the index to focus; unchanged where the change is impossible. */
export function withChange(
  blocks: readonly Block[],
  wanted: BlockChange,
): { blocks: Block[]; at: number } {
  const { length } = blocks
  if (wanted.change === 'add') {
    return length < contentLimits.blocks
      ? { blocks: [...blocks, newBlocks[wanted.kind]], at: length }
      : { blocks: [...blocks], at: length - 1 }
  }
  const { index, change } = wanted
  if (index >= length) return { blocks: [...blocks], at: Math.max(0, length - 1) }
  if (change === 'remove') {
    return { blocks: blocks.toSpliced(index, 1), at: Math.max(0, Math.min(index, length - 2)) }
  }
  const at = change === 'up' ? Math.max(0, index - 1) : Math.min(length - 1, index + 1)
  return { blocks: blocks.toSpliced(index, 1).toSpliced(at, 0, blocks[index]!), at }
}
