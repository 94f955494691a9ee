import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { requirePort } from './listen';

test('O9 a taken port is named with another to choose, and leaves no listeners behind', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const warnings: string[] = [];
  const collect = ({ name }: Error) => void warnings.push(name);
  process.on('warning', collect);
  try {
    await expect(requirePort({ host: '127.0.0.1', port })).rejects.toThrow(`Port ${port} is taken`);
    expect(warnings).toEqual([]);
  } finally {
    process.off('warning', collect);
    other.close();
  }
});
