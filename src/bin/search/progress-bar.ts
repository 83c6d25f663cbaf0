// One line on the terminal that shows the progress of a search; without a terminal, a line for each change of stage.

/** Shows one stage after the other. */
export interface ProgressBar {
  /** `share` is from 0 to 1, null when unknown. `detail` changes too often for a line of its own without a terminal. */
  update(stage: string, share: number | null, detail?: string): void
  /** Leaves the last line on the screen. */
  end(summary: string): void
}

const WIDTH = 28

/** Draws a bar on a terminal, and writes one line for each stage anywhere else. */
export function createProgressBar(out: NodeJS.WriteStream): ProgressBar {
  let stageShown = ''
  return {
    update(stage, share, detail) {
      if (!out.isTTY) {
        if (stage !== stageShown) out.write(`${stage}\n`)
      } else {
        out.write(`\r\u001b[K${bar(share)} ${stage}${detail === undefined ? '' : `: ${detail}`}`)
      }
      stageShown = stage
    },
    end(summary) {
      out.write(out.isTTY ? `\r\u001b[K${bar(1)} ${summary}\n` : `${summary}\n`)
    },
  }
}

function bar(share: number | null): string {
  const full = Math.round(Math.min(1, share ?? 0) * WIDTH)
  const percent = share === null ? '     ' : `${Math.floor(share * 100)}%`.padStart(5)
  return `[${'█'.repeat(full)}${'·'.repeat(WIDTH - full)}] ${percent}`
}
