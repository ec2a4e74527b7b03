exports.onlyNumbers = (req, res, next) => {
  if (/^\d+$/.test(req.params.id)) return next();
  return next('route');
};

exports.signedIn = (role) => (req, res, next) => {
  if (req.user === role) next();
  else res.status(401).end();
};
