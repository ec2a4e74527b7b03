const express = require('express');
const { onlyNumbers, signedIn } = require('./middleware');

const app = express();
const vans = express.Router();

app.get('/parcels/:id', onlyNumbers, (req, res) => {
  res.json({ id: String(req.params.id) });
});
app.get('/parcels/newest', (req, res) => {
  res.json({ id: '7', weight: 3 });
});

app.get('/depots/:id', signedIn('clerk'), (req, res) => {
  res.json({ id: String(req.params.id) });
});
app.get('/depots/nearest', (req, res) => {
  res.json({ id: '7', distance: 3 });
});

vans.param('id', (req, res, next, id) => {
  next(id === 'idle' ? 'route' : undefined);
});
vans.get('/:id', (req, res) => {
  res.json({ id: String(req.params.id) });
});
vans.get('/idle', (req, res) => {
  res.json({ id: '7', since: 3 });
});
app.use('/vans', vans);

app.listen(3000);
