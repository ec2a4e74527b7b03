const express = require('express');

const app = express();

app.all('/*rest', (req, res, next) => {
  res.set('x-served-by', 'parcels');
  next();
});

app.get('/parcels/:id', (req, res) => {
  res.json({ id: String(req.params.id) });
});
app.get('/parcels/newest', (req, res) => {
  res.json({ id: '7', weight: 3 });
});

app.get('/depots/:id(\\d+)', (req, res) => {
  res.json({ id: String(req.params.id) });
});
app.get('/depots/nearest', (req, res) => {
  res.json({ id: '7', distance: 3 });
});

app.get('/routes/:id', (req, res, next) => {
  if (req.params.id === 'shortest') return next();
  res.json({ id: String(req.params.id) });
});
app.get('/routes/shortest', (req, res) => {
  res.json({ id: '7', length: 3 });
});

app.get('/vans/idle', (req, res) => {
  res.json({ id: '7', since: 3 });
});
app.get('/vans/:id', (req, res, next) => {
  find(req.params.id).then((van) => res.json({ id: String(van) })).catch(next);
});

app.listen(3000);
