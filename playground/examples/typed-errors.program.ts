// What a function of the host throws is an instance of the
// class that the host declared, with a code of its own.
async function look(id: string): Promise<string> {
  try {
    const { name } = await shop.details(id);
    return `${name} costs ${await shop.price(id)}`;
  } catch (error) {
    if (error instanceof ShopError && error.code === 'not-found')
      return `Nothing to sell: ${error.operation}() said "${error.message}"`;
    throw error;
  }
}

for (const id of ['cup-01', 'cup-99']) console.log(await look(id));

// A slip of the pen gets an answer that a model can work with.
return await shop.detials('cup-01');
