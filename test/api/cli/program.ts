import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../../api/cli/program.ts';

const MAIN = fileURLToPath(new URL('../../../api/cli/main.ts', import.meta.url));

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** What a command finds in its environment beside what a test gives it: where programs, scratch and compiled modules lie. */
const environment = (env: Record<string, string>) => {
  const { PATH = '', NODE_COMPILE_CACHE = join(tmpdir(), 'node-compile-cache') } = process.env;
  return { PATH, TMPDIR: tmpdir(), NODE_COMPILE_CACHE, LOG_LEVEL: 'warn', ...env };
};

/** The command line in a folder of its own, as a person would use it. */
export class Program {
  readonly cwd = mkdtempSync(join(tmpdir(), 'commerce-index-cli-'));

  write(files: Record<string, string>): this {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.cwd, name), text);
    return this;
  }

  read(name: string): string {
    return readFileSync(join(this.cwd, name), 'utf8');
  }

  /** Runs a command to its end, in this process: half of a short command's time is the start of a process. */
  async run(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
    const ended = { out: '', err: '' };
    const code = await runProgram(args, {
      env: environment(env),
      cwd: this.cwd,
      out: (text) => (ended.out += text),
      err: (text) => (ended.err += text),
      redraws: false,
    });
    return { code, ...ended };
  }

  /** Runs a command to its end as a process of its own. */
  async process(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
    return this.begin(args, env).ended;
  }

  /** Begins a command as a process of its own, which goes on until it is done or told to stop. */
  begin(args: readonly string[], env: Record<string, string> = {}): Running {
    return new Running(this.cwd, args, env);
  }
}

export class Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  out = '';
  err = '';

  constructor(cwd: string, args: readonly string[], env: Record<string, string>) {
    this.child = spawn(process.execPath, [MAIN, ...args], { cwd, env: environment(env) });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.out += String(chunk)));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.err += String(chunk)));
    this.ended = new Promise((resolve) => {
      this.child.on('close', (code) => resolve({ code, out: this.out, err: this.err }));
    });
  }

  /** Resolves once the answers hold `text`; rejects when the program ends without. */
  async says(text: string): Promise<void> {
    while (!this.out.includes(text)) {
      const over = await Promise.race([
        this.ended,
        new Promise<null>((resolve) => setTimeout(resolve, 20, null)),
      ]);
      if (over && !this.out.includes(text))
        throw new Error(`ended with ${over.code} before it said ${text}:\n${over.out}${over.err}`);
    }
  }

  stop(): Promise<Ended> {
    this.child.kill('SIGTERM');
    return this.ended;
  }

  /** Kills it after so long as a power cut would; gives what it ended with where it was done before, else null. */
  async killed(afterMs: number): Promise<Ended | null> {
    const timer = setTimeout(() => this.child.kill('SIGKILL'), afterMs);
    const ended = await this.ended;
    clearTimeout(timer);
    return this.child.signalCode === 'SIGKILL' ? null : ended;
  }
}
