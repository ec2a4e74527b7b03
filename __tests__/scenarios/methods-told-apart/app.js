const express = require('express');

const app = express();

app.all('/parcels', (req, res) => {
  if (req.method === 'GET') return res.json([{ id: 1 }]);
  if (req.method === 'POST') return res.status(201).json({ id: 2 });
  return res.status(405).json({ error: 'not allowed' });
});

app.all('/vans', (req, res) => {
  if (req.method === 'POST') return res.status(201).json({ plate: 7 });
  return res.json([{ plate: 'x' }]);
});

app.listen(3000);
