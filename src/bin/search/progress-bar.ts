// One line on the terminal that shows how far a search is; on anything but a terminal, a line for each change of stage.

export interface ProgressBar {
  /** `detail` changes too often to be worth a line of its own where there is no terminal. */
  update(stage: string, progress: { done: number; total: number | null; detail?: string }): void
  /** Leaves the last line standing. */
  end(summary: string): void
}

const WIDTH = 28

export function createProgressBar(out: NodeJS.WriteStream): ProgressBar {
  let stageShown = ''
  return {
    update(stage, { done, total, detail }) {
      if (!out.isTTY) {
        if (stage !== stageShown) out.write(`${stage}\n`)
      } else {
        out.write(`\r\u001b[K${bar(done, total)} ${stage}${detail === undefined ? '' : `: ${detail}`}`)
      }
      stageShown = stage
    },
    end(summary) {
      out.write(out.isTTY ? `\r\u001b[K${bar(1, 1)} ${summary}\n` : `${summary}\n`)
    },
  }
}

function bar(done: number, total: number | null): string {
  const share = total === null || total === 0 ? 0 : Math.min(1, done / total)
  const full = Math.round(share * WIDTH)
  return `[${'█'.repeat(full)}${'·'.repeat(WIDTH - full)}] ${total === null ? '     ' : `${Math.round(share * 100)}%`.padStart(5)}`
}
